import { paste, WORD } from '../support/clipboard.ts';
import { expect } from '../support/fixtures.ts';
import { test } from '../support/isolated-board.ts';
import { toast } from '../support/sign-in.ts';

/** The maximum number of fields and actions that posting a job may take. */
const MAX_STEPS = 9;

test('an employer pastes a job from a Word document in few steps, and keeps its lists and links', async ({
  page,
  board,
}) => {
  let steps = 0;
  const step = async (action: Promise<unknown>) => {
    steps += 1;
    await action;
  };
  await board.openAs(page, 'companyadmin', '/jobs');
  await step(page.getByRole('link', { name: 'Add Job' }).click());
  await step(page.getByLabel('Job Title').fill('Loom Mechanic'));
  await step(page.getByLabel('Description').click());
  await step(paste(page, WORD));
  await step(page.getByLabel('Salary').selectOption('$60K - $70K'));
  await step(page.getByLabel('Location').fill('Porto, Portugal'));
  await step(page.getByLabel('Apply URL').fill('https://loom.example/jobs/1'));
  await step(page.getByRole('button', { name: 'Add Job' }).click());
  expect(steps).toBeLessThanOrEqual(MAX_STEPS);

  await expect(toast(page, 'Job Added Successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Loom Mechanic');
  const description = page.getByRole('region', { name: 'Job Description' });
  await expect(description.getByRole('heading', { name: 'About the role' })).toBeVisible();
  await expect(description.getByRole('list').first().getByRole('listitem')).toHaveText([
    /^Oil the looms/,
    'Every morning',
    'Order yarn',
  ]);
  await expect(description.locator('ol').getByRole('listitem')).toHaveText(['Apply', 'Meet us']);
  await expect(description.getByRole('link', { name: 'the team' })).toHaveAttribute(
    'href',
    'https://loom.example/team',
  );
});
