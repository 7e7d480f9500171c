import type { Page } from '@playwright/test';
import { expect, stallRequests, test } from '../support/fixtures.ts';
import { failRequests, test as isolated } from '../support/isolated-board.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { untilIdle, visit } from '../support/sign-in.ts';

const SUGGESTIONS = '**/api/jobs/suggestions?*';

/** Suggestions as the API returns them. They are made up, because few titles occur twice on the demo board. */
const FOUND = {
  titles: [
    { title: 'Platform Engineer', jobs: 3 },
    { title: 'Product Engineer', jobs: 2 },
  ],
  skills: [{ skill: 'Kubernetes', jobs: 1 }],
  companies: [],
  places: [{ place: 'Berlin, Germany', jobs: 7 }],
};

function field(page: Page) {
  return page.getByRole('combobox', { name: 'Search jobs' });
}

function options(page: Page) {
  return page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
}

/** The option that is selected by the arrow keys. */
function active(page: Page) {
  return page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { selected: true });
}

/** Opens the job list and waits until the search field can suggest searches. */
async function openList(page: Page) {
  await visit(page, '/jobs');
  await page.getByLabel('Search jobs').focus();
  await expect(field(page)).toBeFocused();
}

test('a visitor finds jobs by a suggestion with the keyboard alone', async ({ page }) => {
  await page.route(SUGGESTIONS, (route) => route.fulfill({ json: FOUND }));
  await openList(page);
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.type('eng');
  await expect(options(page)).toHaveText([
    'Platform Engineer 3',
    'Product Engineer 2',
    'Berlin, Germany 7',
    'Kubernetes 1',
  ]);
  await expect(page.getByText('4 suggestions')).toBeAttached();
  await expect(page.getByRole('group', { name: 'Skills' }).getByRole('option')).toHaveCount(1);
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(active(page)).toHaveCount(0);

  await page.keyboard.press('ArrowDown');
  await expect(active(page)).toHaveText('Platform Engineer 3');
  const id = await active(page).getAttribute('id');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', id ?? '');
  await expectAccessibleScreens(page);
  await page.keyboard.press('ArrowUp');
  await expect(active(page)).toHaveCount(0);
  await page.keyboard.press('ArrowUp');
  await expect(active(page)).toHaveText('Kubernetes 1');
  // The Home key moves the caret in the field, not the selected option.
  await page.keyboard.press('Home');
  await expect(active(page)).toHaveCount(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/jobs?q=Product+Engineer');
  await expect(field(page)).toHaveValue('Product Engineer');
  await expect(field(page)).toBeFocused();
  await expect(options(page)).toHaveCount(0);
});

test('Escape closes the suggestions and then clears the field; Tab closes them and moves on', async ({
  page,
}) => {
  await page.route(SUGGESTIONS, (route) => route.fulfill({ json: FOUND }));
  await openList(page);
  await page.keyboard.type('eng');
  await expect(options(page)).toHaveCount(4);
  await page.keyboard.press('Escape');
  await expect(options(page)).toHaveCount(0);
  await expect(field(page)).toHaveValue('eng');
  await page.keyboard.press('ArrowDown');
  await expect(options(page)).toHaveCount(4);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Location', { exact: true })).toBeFocused();
  await expect(options(page)).toHaveCount(0);
  await expect(page).toHaveURL('/jobs?q=eng');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveValue('');
  await expect(page).toHaveURL('/jobs');
});

test('a visitor chooses a place with the pointer, and opening the suggestions shifts nothing', async ({
  page,
}) => {
  await page.route(SUGGESTIONS, (route) => route.fulfill({ json: FOUND }));
  await openList(page);
  const below = page.getByLabel('Salary Range');
  const position = await below.boundingBox();
  await page.keyboard.type('berl');
  await expect(options(page)).toHaveCount(4);
  expect(await below.boundingBox()).toEqual(position);
  await options(page).filter({ hasText: 'Berlin' }).hover();
  await expect(active(page)).toHaveText('Berlin, Germany 7');
  await active(page).click();
  await expect(page).toHaveURL('/jobs?location=Berlin%2C+Germany');
  await expect(field(page)).toHaveValue('');
  await expect(page.getByLabel('Location', { exact: true })).toHaveValue('Berlin, Germany');
});

test('a visitor chooses a place of the location filter with the keyboard alone', async ({
  page,
}) => {
  await visit(page, '/jobs?q=engineer');
  const location = page.getByLabel('Location', { exact: true });
  await location.focus();
  await expect(options(page)).toHaveCount(0);
  await page.keyboard.type('lis');
  await expect(options(page).first()).toHaveText(/^Lisbon, Portugal \d+$/);
  await expect(page.getByRole('group', { name: 'Places with jobs' })).toBeVisible();
  await expectAccessibleScreens(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/jobs?q=engineer&location=Lisbon%2C+Portugal');
  await expect(location).toHaveValue('Lisbon, Portugal');
  await expect(location).toBeFocused();
  await expect(options(page)).toHaveCount(0);
});

test('on the home page, a visitor searches by suggestions with the keyboard alone', async ({
  page,
}) => {
  await page.route(SUGGESTIONS, (route) => route.fulfill({ json: FOUND }));
  const chunks: string[] = [];
  page.on('request', (request) => {
    if (/assets\/(suggestions|combobox)-/.test(request.url())) chunks.push(request.url());
  });
  await untilIdle(page, () => page.goto('/'));
  expect(chunks).toEqual([]);

  const location = page.getByRole('combobox', { name: 'Location' });
  const newest = page.getByRole('region', { name: 'Newest jobs' });
  const position = await newest.boundingBox();
  await page.getByLabel('Location').focus();
  await page.keyboard.type('lis');
  await expect(options(page).first()).toHaveText(/^Lisbon, Portugal \d+$/);
  expect(await newest.boundingBox()).toEqual(position);
  await page.keyboard.press('Shift+Tab');
  await expect(options(page)).toHaveCount(0);
  await page.keyboard.type('eng');
  await expect(options(page)).toHaveCount(4);
  await expectAccessibleScreens(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/jobs?q=Platform+Engineer&location=lis');
  await expect(field(page)).toHaveValue('Platform Engineer');

  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Newest jobs' })).toBeVisible();
  await expect(page.getByLabel('Search jobs')).toHaveValue('Platform Engineer');
  await expect(page.getByLabel('Location')).toHaveValue('lis');
  await page.getByLabel('Location').focus();
  await page.keyboard.type('b');
  await expect(options(page).first()).toHaveText(/^Lisbon, Portugal \d+$/);
  await expect(location).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/jobs?q=Platform+Engineer&location=Lisbon%2C+Portugal');
});

test('suggestions appear for text that was typed before their code was loaded', async ({
  page,
}) => {
  await page.route(SUGGESTIONS, (route) => route.fulfill({ json: FOUND }));
  await visit(page, '/jobs');
  const { release } = await stallRequests(page, '**/assets/suggestions-*.js');
  const words = page.getByLabel('Search jobs');
  await words.focus();
  await page.keyboard.type('engin');
  await expect(page).toHaveURL('/jobs?q=engin');
  release();
  await expect(options(page)).toHaveCount(4);
  await page.keyboard.type('eer');
  await expect(words).toHaveValue('engineer');
  await expect(words).toBeFocused();
});

test('only suggestions for the last input are shown, and a failure to load them does not affect the search', async ({
  page,
  allowBrowserError,
}) => {
  allowBrowserError('/api/jobs/suggestions');
  await openList(page);
  const stalled = await stallRequests(page, '**/api/jobs/suggestions?q=e');
  const requested = page.waitForRequest('**/api/jobs/suggestions?q=e');
  await page.keyboard.type('e');
  await requested;
  await page.route('**/api/jobs/suggestions?q=ex', (route) =>
    route.fulfill({ json: { ...FOUND, titles: [{ title: 'Expert', jobs: 2 }] } }),
  );
  await page.keyboard.type('x');
  await expect(options(page).first()).toHaveText('Expert 2');
  const answered = page.waitForResponse('**/api/jobs/suggestions?q=e');
  stalled.release();
  await answered;
  await expect(options(page).first()).toHaveText('Expert 2');

  await failRequests(page, 'GET', '**/api/jobs/suggestions?q=exp');
  await page.keyboard.type('p');
  await expect(options(page)).toHaveCount(0);
  await expect(page).toHaveURL('/jobs?q=exp');
});

test('recent searches are stored in the browser, and can be removed one by one or all at once', async ({
  page,
}) => {
  await page.route(SUGGESTIONS, (route) => route.fulfill({ json: FOUND }));
  await openList(page);
  for (const words of ['weaver', 'dyer', 'smith']) {
    await field(page).fill(words);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/jobs?q=${words}`);
  }
  await page.reload();
  await openList(page);
  await field(page).fill('');
  await expect(page.getByRole('group', { name: 'Recent searches' })).toBeVisible();
  await expect(options(page)).toHaveText(['smith', 'dyer', 'weaver', 'Clear recent searches']);
  await expectAccessibleScreens(page);

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  await expect(options(page)).toHaveText(['dyer', 'weaver', 'Clear recent searches']);
  await page.getByTitle('Remove').last().click();
  await expect(options(page)).toHaveText(['dyer', 'Clear recent searches']);
  await options(page).first().click();
  await expect(page).toHaveURL('/jobs?q=dyer');

  await field(page).fill('');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(options(page)).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('recent-searches');
});

test('suggestions work in a browser that forbids storage', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.getItem = Storage.prototype.setItem = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  });
  await page.route(SUGGESTIONS, (route) => route.fulfill({ json: FOUND }));
  await openList(page);
  await page.keyboard.type('eng');
  await options(page).first().click();
  await expect(page).toHaveURL('/jobs?q=Platform+Engineer');
});

test('the options are legible in forced colors', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.route(SUGGESTIONS, (route) => route.fulfill({ json: FOUND }));
  await openList(page);
  await page.keyboard.type('eng');
  await expect(options(page)).toHaveCount(4);
  await page.keyboard.press('ArrowDown');
  const background = (index: number) =>
    options(page)
      .nth(index)
      .evaluate((option) => getComputedStyle(option).backgroundColor);
  await expect(active(page)).toHaveCount(1);
  expect(await background(0)).not.toBe(await background(1));
});

isolated('a visitor finds a company by its suggestion', async ({ page, board }) => {
  const company = await board.addCompany({ name: 'Quernmill' });
  const { id } = await board.postJob({ title: 'Miller', company: { id: company.id } });
  await visit(page, '/jobs?type=Contract');
  await page.getByLabel('Search jobs').pressSequentially('quern');
  await expect(options(page)).toHaveText(['Quernmill 1']);
  await options(page).click();
  await expect(page).toHaveURL(`/jobs?type=Contract&company=${company.id}`);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(field(page)).toHaveValue('');
  // Leave the page: the other stories on this board do not expect this company and job.
  await page.goto('about:blank');
  await board.call('DELETE', `/api/jobs/${id}`);
  await board.call('DELETE', `/api/companies/${company.id}`);
});
