import { expect } from '../fixtures.ts';
import { test } from '../own-board.ts';
import { untilRunning } from '../sign-in.ts';

const HOSTILE = [
  '<script>window.hit = 1</script>',
  '<img src=x onerror="window.hit = 1">',
  '[a link](javascript:window.hit=1)',
  '![a picture](https://elsewhere.example/pixel.png)',
  `${'- '.repeat(500)}deep`,
  '*'.repeat(10_000),
].join('\n\n');

test('what an employer writes cannot run, nor call anyone, wherever it shows', async ({
  page,
  board,
}) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(board.url) && !request.url().startsWith('data:')) {
      foreign.push(request.url());
    }
  });
  const company = await board.addCompany({ name: 'Aa Hostile', description: HOSTILE });
  const job = await board.postJob({
    title: 'Hostile Maker',
    company: { id: company.id },
    description: HOSTILE,
  });
  for (const path of [`/jobs/${job.id}`, `/companies/${company.id}`, '/companies', '/jobs']) {
    await page.goto(path);
    await expect(page.getByText('<script>window.hit = 1</script>').first()).toBeVisible();
    for (const link of await page.getByRole('link', { name: /^a (link|picture)$/ }).all()) {
      expect(await link.getAttribute('href')).toMatch(/^https:/);
    }
    expect(await page.evaluate(() => Reflect.get(window, 'hit'))).toBeUndefined();
  }
  const own = page.getByRole('article', { name: job.title });
  await untilRunning(page);
  await own.getByRole('button', { name: 'More' }).click();
  await expect(own.getByRole('button', { name: 'Less' })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'hit'))).toBeUndefined();
  expect(foreign).toEqual([]);
  // The page asks ahead for what the pointer is over.
  await page.goto('about:blank');
  await board.call('DELETE', `/api/companies/${company.id}`);
});
