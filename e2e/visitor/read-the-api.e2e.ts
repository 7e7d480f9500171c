import { apiDescription } from '#shared/urls/outside-paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectAccessibleScreens } from '../support/screens.ts';

test('a developer finds an endpoint in the table of contents, opens it by keyboard, and reads its response', async ({
  page,
}) => {
  await page.goto(apiDescription.docs());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Composable Jobs API');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();

  const entry = page.getByRole('navigation', { name: 'Contents' }).locator('a[href="#createJob"]');
  await entry.focus();
  await page.keyboard.press('Enter');
  const call = page.getByRole('article', { name: 'POST /api/jobs', exact: true });
  await expect(call).toBeInViewport();
  await expect(page).toHaveURL(/#createJob$/);

  // The focus starts at the target of the link, before the link inside the heading.
  for (const part of ['Parameters', 'Body', 'Responses', 'Example']) {
    const summary = call.locator('summary', { hasText: part });
    await summary.focus();
    await page.keyboard.press('Enter');
  }
  await expect(call.getByRole('rowheader', { name: 'Idempotency-Key' })).toBeVisible();
  await expect(call.getByText('curl -X POST')).toBeVisible();

  await call.getByRole('link', { name: 'NewJob', exact: true }).click();
  await expect(page.getByRole('article', { name: 'NewJob', exact: true })).toBeInViewport();
});

test('the API documentation has no accessibility violations with an operation of every kind open', async ({
  page,
}) => {
  await page.goto(apiDescription.docs());
  const regions = page.getByRole('region');
  const names = await regions.getByRole('heading', { level: 2 }).allTextContents();
  expect(names.length).toBeGreaterThan(1);
  expect(new Set(names).size).toBe(await regions.count());
  // Keep only one of each kind, because axe takes a minute for all of them.
  await page.locator('.api-operation').evaluateAll((all) => {
    for (const one of all) {
      if (!['updateJob', 'uploadLogo', 'schema-NewJob'].includes(one.id)) one.remove();
    }
  });
  await page.locator('.api-operation details').evaluateAll((all) => {
    for (const one of all) one.setAttribute('open', '');
  });
  await expectAccessibleScreens(page);
});
