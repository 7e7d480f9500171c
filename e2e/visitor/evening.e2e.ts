import type { Locator, Page } from '@playwright/test';
import { JOBS_PER_PAGE } from '#shared/page-sizes.ts';
import { demoJobs } from '../support/demo-board.ts';
import { fact } from '../support/fact.ts';
import { openFilters } from '../support/filters.ts';
import { expect } from '../support/fixtures.ts';
import { test } from '../support/isolated-board.ts';
import { expectAccessibleScreens } from '../support/screens.ts';
import { toast, waitForHydration } from '../support/sign-in.ts';

const { step } = test;

/** A job with everything that a page can show. */
const [FOUND] = demoJobs({ type: 'Contract' }).filter(({ salary, applyurl }) => salary && applyurl);

const SCREENS = {
  laptop: { viewport: { width: 1280, height: 800 }, hasTouch: false },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true },
};

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
const cards = (within: Page | Locator) => within.getByRole('article');
const goLook = (card: Locator) => card.getByRole('link', { name: 'Go Look' });
const words = (page: Page) => page.getByLabel('Search jobs');
const options = (page: Page) =>
  page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
const chips = (page: Page) => page.getByRole('list', { name: 'Active filters' }).getByRole('link');
const scroll = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Scrolls an element to the middle, so that an action on it does not scroll. */
const center = (element: Locator) =>
  element.evaluate((one) => one.scrollIntoView({ block: 'center' }));

/** What a person sees of the list: its URL, jobs, fields and chips, and how far it is scrolled. */
const readList = (page: Page) =>
  page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    return {
      url: `${window.location.pathname}${window.location.search}`,
      title: document.title,
      texts: all('main h1, main [role="status"], main article h2, main .chips a').map(
        ({ textContent }) => textContent,
      ),
      fields: all('.job-search [name]').map((field) => [
        field.getAttribute('name'),
        Reflect.get(field, 'value'),
        Reflect.get(field, 'checked'),
      ]),
      scroll: Math.round(window.scrollY),
    };
  });

for (const [screen, { viewport, hasTouch }] of Object.entries(SCREENS)) {
  test.describe(`on a ${screen}`, () => {
    test.use({ viewport, hasTouch, permissions: ['clipboard-read', 'clipboard-write'] });

    const press = (target: Locator) => (hasTouch ? target.tap() : target.click());

    /** Opens a job of a list by a tap on its card, by the mouse or by the keyboard. Returns the list as it was left. */
    async function openJob(page: Page, index: number, byKeyboard = false) {
      const card = cards(page).nth(index);
      const title = (await card.getByRole('heading').textContent()) ?? '';
      if (byKeyboard) {
        await goLook(card).focus();
        // The browser scrolls to the link in its next frame, before a person could press a key.
        await expect(goLook(card)).toBeInViewport();
      } else await center(hasTouch ? card : goLook(card));
      const list = await readList(page);
      if (byKeyboard) await page.keyboard.press('Enter');
      else await press(hasTouch ? card : goLook(card));
      await expectJob(page, title);
      const expectList = async () => {
        await expect.poll(() => readList(page)).toEqual(list);
        await expect(goLook(card)).toBeFocused();
        await expect(card.getByRole('heading')).toBeInViewport();
      };
      return { title, expectList };
    }

    async function expectJob(page: Page, title: string) {
      await expect(heading(page)).toHaveText(title);
      await expect(heading(page)).toBeFocused();
      await expect(page).toHaveURL(/\/jobs\/[\da-f-]{36}$/);
      await expect.poll(() => page.title()).toMatch(/ at .* · Composable Jobs$/);
      await expect.poll(() => page.title()).toContain(title);
      await expect.poll(() => scroll(page)).toBe(0);
    }

    /** Chooses filters. On phones, they are in a sheet. */
    async function chooseFilters(page: Page, choose: () => Promise<void>) {
      const sheet = page.getByRole('button', { name: /^Filters/ });
      if (hasTouch) await sheet.tap();
      await choose();
      if (!hasTouch) return;
      await button(page, 'Show 5 jobs').tap();
      await expect(page.getByLabel('Employment Type')).toBeHidden();
      await expect(cards(page).first().getByRole('heading')).toBeInViewport();
    }

    test('a visitor comes from a search engine, searches, opens and leaves jobs, shares, reports and applies', async ({
      page,
      board,
    }) => {
      const { results } = await (
        await board.call('GET', `/api/jobs?q=${encodeURIComponent(FOUND?.title ?? '')}&limit=1`)
      ).json();
      const name = FOUND?.company.name ?? '';

      await step('a search engine leads to a job', async () => {
        await page.goto(`/jobs/${results[0].id}`, { referer: 'https://search.example/' });
        await expect(heading(page)).toHaveText(FOUND?.title ?? '');
        await expect(page).toHaveTitle(`${FOUND?.title} at ${name} · Composable Jobs`);
        await expect(page.getByText('Contract', { exact: true })).toBeVisible();
        await expect(fact(page, 'Location')).toHaveText(FOUND?.location ?? '');
        await expect(fact(page, 'Salary')).toHaveText(`${FOUND?.salary} / Year`);
        await expect(page.getByRole('heading', { name: 'Job Description' })).toBeVisible();
        await waitForHydration(page);
      });

      await step('similar jobs lead to other jobs, and Back leads to the same place', async () => {
        await page.getByRole('heading', { name: 'Similar jobs' }).scrollIntoViewIfNeeded();
        const jobs = cards(page.getByRole('region', { name: 'Similar jobs' }));
        for (const index of [0, 1]) {
          const similar = jobs.nth(index);
          const title = (await similar.getByRole('heading').textContent()) ?? '';
          await center(goLook(similar));
          const position = await scroll(page);
          await press(goLook(similar));
          await expectJob(page, title);
          await page.goBack();
          await expect(heading(page)).toHaveText(FOUND?.title ?? '');
          await expect(goLook(similar)).toBeFocused();
          await expect.poll(() => scroll(page)).toBe(position);
        }
      });

      await step("the company's card leads to its page and to its jobs", async () => {
        const company = page.getByRole('complementary', { name: 'Company' });
        await expect(company.getByRole('img')).toBeVisible();
        await expect(company.getByRole('link', { name: /^https:\/\// })).toHaveAttribute(
          'target',
          '_blank',
        );
        await press(company.getByRole('heading').getByRole('link', { name }));
        await expect(heading(page)).toHaveText(name);
        await expect(heading(page)).toBeFocused();
        await page.goBack();
        await press(company.getByRole('link', { name: `Jobs from ${name}` }));
        await expect(page).toHaveURL(/\/jobs\?company=[\da-f-]{36}$/);
        await expect(heading(page)).toHaveText('Browse Jobs');
        await expect(page.getByLabel('Company Name').locator('option:checked')).toContainText(name);
        await expect(cards(page).filter({ hasNotText: name })).toHaveCount(0);
        await page.goBack();
        await expect(heading(page)).toHaveText(FOUND?.title ?? '');
      });

      await step('"Back to Job Listings" leads to the whole list', async () => {
        await press(page.getByRole('link', { name: 'Back to Job Listings' }));
        await expect(page).toHaveURL('/jobs');
        await expect(page).toHaveTitle('Jobs · Composable Jobs');
        await expect(cards(page)).toHaveCount(JOBS_PER_PAGE.default);
        await expect(chips(page)).toHaveCount(0);
        for (const [label, all] of [
          ['Salary Range', 'All Ranges'],
          ['Employment Type', 'All Types'],
          ['Company Name', 'All Companies'],
        ] as const) {
          await expect(page.getByLabel(label).locator('option:checked')).toHaveText(all);
        }
      });

      await step('a click into the search field changes nothing for Back', async () => {
        await press(words(page));
        await expect(words(page)).toBeFocused();
        const { expectList } = await openJob(page, 20);
        await page.goBack();
        await expectList();
      });

      await step('a misspelled search is corrected, and Back undoes a search', async () => {
        await press(words(page));
        await page.keyboard.type('kuberntes');
        await expect(page).toHaveURL('/jobs?q=kuberntes');
        await expect(
          page.getByText('Showing results for kubernetes. Search instead for kuberntes.'),
        ).toBeVisible();
        await expect(cards(page).first().locator('mark')).toHaveText('Kubernetes');
        await expect(page.getByRole('status').first()).toHaveText('1 job');
        await press(page.getByRole('link', { name: 'kuberntes', exact: true }));
        await expect(page).toHaveURL('/jobs?q=%22kuberntes%22');
        await expect(page.getByText('No matching jobs')).toBeVisible();
        await page.goBack();
        await expect(cards(page)).toHaveCount(1);
        await expect(words(page)).toHaveValue('kuberntes');
        // Typed text replaces the entry of the history, so one more Back would leave the list.
        await words(page).fill('');
        await expect(page).toHaveURL('/jobs');
        await expect(words(page)).toHaveValue('');
      });

      await step('a suggestion is chosen', async () => {
        await press(words(page));
        await words(page).pressSequentially('engineering');
        const suggestion = options(page).filter({ hasText: 'Software engineering' });
        await expect(suggestion).toBeVisible();
        await expect(page).toHaveURL('/jobs?q=engineering');
        await press(suggestion);
        await expect(page).toHaveURL('/jobs?q=Software+engineering');
        await expect(words(page)).toHaveValue('Software engineering');
        await expect(words(page)).toBeFocused();
        await expect(options(page)).toHaveCount(0);
        await expect(page.getByRole('link', { name: 'Best match' })).toHaveAttribute(
          'aria-current',
          /true|page/,
        );
      });

      const minimum = page.getByLabel('Pay at least, per year');
      const filtered =
        '/jobs?q=Software+engineering&type=Full-Time&minsalary=%E2%82%AC50.000&posted=30';
      await step('three filters narrow the list', async () => {
        await chooseFilters(page, async () => {
          await page.getByLabel('Employment Type').selectOption('Full-Time');
          if (!hasTouch) await openFilters(page);
          await page.getByRole('radio', { name: 'Last 30 days' }).click();
          await minimum.fill('€50.000');
          await expect(page).toHaveURL(filtered);
        });
        await expect(page.getByRole('status').first()).toHaveText('5 jobs');
        await expect(cards(page)).toHaveCount(5);
        await expect(chips(page)).toHaveText([
          'Remove Full-Time',
          'Remove From €50,000',
          'Remove Last 30 days',
          'Clear all',
        ]);
        // The code for titles is loaded after the list.
        await expect(page).toHaveTitle(/paying at least €50,000/);
        if (hasTouch) await expect(button(page, 'Filters 3')).toBeVisible();
        else await expectAccessibleScreens(page);
        await page.setViewportSize(viewport);
      });

      await step('five jobs are opened and left by Back', async () => {
        for (const index of [0, 1, 2, 3, 4]) {
          const { expectList } = await openJob(page, index, !hasTouch && index % 2 === 1);
          await page.goBack();
          await expectList();
        }
        await expect(page).toHaveURL(filtered);
      });

      await step('one job is left by "Back to Job Listings"', async () => {
        const { expectList } = await openJob(page, 4, !hasTouch);
        const back = page.getByRole('link', { name: 'Back to Job Listings' });
        if (hasTouch) await back.tap();
        else await back.press('Enter');
        await expectList();
      });

      await step('Back and Forward undo and redo the filters', async () => {
        await page.goBack();
        await expect(page).toHaveURL('/jobs?q=Software+engineering&type=Full-Time');
        await page.goBack();
        await expect(page).toHaveURL('/jobs?q=Software+engineering');
        await expect(page.getByLabel('Employment Type')).toHaveValue('');
        await expect(words(page)).toHaveValue('Software engineering');
        await page.goForward();
        await page.goForward();
        await expect(page).toHaveURL(filtered);
        await expect(page.getByLabel('Employment Type')).toHaveValue('Full-Time');
        await expect(minimum).toHaveValue('€50.000');
        await press(chips(page).filter({ hasText: 'From €50,000' }));
        await expect(page).toHaveURL(filtered.replace(/&minsalary=[^&]+/, ''));
        await expect(minimum).toHaveValue('');
        await press(page.getByRole('link', { name: 'Highest salary' }));
        await expect(page).toHaveURL(/&posted=30&sort=salary$/);
        const { search } = new URL(page.url());
        const sorted = await (
          await board.call('GET', `/api/jobs${search}&mentions=few&group=true`)
        ).json();
        await expect(cards(page).getByRole('heading')).toHaveText(
          sorted.results.map(({ title }: { title: string }) => title),
        );
        await expect(page.getByLabel('Employment Type')).toHaveValue('Full-Time');
      });

      const { title } = await openJob(page, 1);
      await step('the job is shared by the clipboard, or by the share sheet', async () => {
        const share = button(page, 'Share').filter({ visible: true });
        await press(share);
        await expect(toast(page, 'Link copied')).toBeVisible();
        expect(await clipboard(page)).toBe(page.url());
        await page.evaluate(() => {
          Object.defineProperty(navigator, 'clipboard', { value: undefined });
        });
        await press(share);
        await expect(toast(page, /Couldn't copy/)).toBeVisible();
        await page.evaluate(() => {
          Object.assign(navigator, {
            share: async (shared: object) => Object.assign(window, { shared }),
          });
        });
        await press(share);
        const shared = await page.waitForFunction(() => Reflect.get(window, 'shared'));
        expect(await shared.jsonValue()).toEqual({
          title: expect.stringContaining(title),
          url: page.url(),
        });
      });

      await step('the job is reported by the keyboard', async () => {
        await button(page, 'Report this job').press('Enter');
        const form = page.getByRole('form', { name: 'Report this job' });
        await expect(form.getByLabel('It is a scam')).toBeFocused();
        await button(page, 'Send report').press('Enter');
        await expect(page.getByRole('alert')).toContainText('Choose what is wrong with this job.');
        await page
          .getByRole('link', { name: 'Choose what is wrong with this job.' })
          .press('Enter');
        await expect(form.getByLabel('It is a scam')).toBeFocused();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('ArrowUp');
        await expect(form.getByLabel('It is no longer open')).toBeChecked();
        if (hasTouch) await expectAccessibleScreens(page);
        await page.setViewportSize(viewport);
        await page.keyboard.press('Tab');
        await page.keyboard.type('The employer says that it is filled.');
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        const thanks = page.getByText('Thank you. A site admin will look at this job.');
        await expect(thanks).toBeFocused();
        await expect(thanks).toBeInViewport();
      });

      await step('Apply opens the employer’s site in a new tab', async () => {
        const apply = page.getByRole('link', { name: /^Apply on / }).filter({ visible: true });
        await expect(apply).toHaveAttribute('rel', /noopener/);
        const url = (await apply.getAttribute('href')) ?? '';
        await page
          .context()
          .route(url, (route) =>
            route.fulfill({ contentType: 'text/html', body: '<title>Apply here</title>' }),
          );
        const opened = page.waitForEvent('popup');
        await press(apply);
        const tab = await opened;
        await expect(tab).toHaveTitle('Apply here');
        expect(await tab.evaluate(() => window.opener)).toBe(null);
        await tab.close();
        await expect(heading(page)).toHaveText(title);
      });

      await step('after a reload, "Back to Job Listings" leads to the search', async () => {
        await page.reload();
        await waitForHydration(page);
        await press(page.getByRole('link', { name: 'Back to Job Listings' }));
        await expect(page).toHaveURL(/\/jobs\?q=.*&sort=salary$/);
        await press(page.getByRole('link', { name: 'Clear all' }));
        await expect(page).toHaveURL('/jobs');
        await expect(cards(page)).toHaveCount(JOBS_PER_PAGE.default);
      });

      await step('the type filter leaves only jobs of this type', async () => {
        if (hasTouch) await page.getByRole('button', { name: 'Filters' }).tap();
        await page.getByLabel('Employment Type').selectOption('Contract');
        await expect(page).toHaveURL('/jobs?type=Contract');
        await expect(cards(page).filter({ hasNotText: 'Contract' })).toHaveCount(0);
        await expect(cards(page)).not.toHaveCount(0);
      });

      await page.goto('about:blank');
      const reported = await (await board.call('GET', '/api/reported-jobs')).json();
      for (const { job, reports } of reported.results) {
        const ids = reports.map(({ id }: { id: string }) => id);
        await board.call('POST', `/api/reported-jobs/${job.id}/resolve`, { reports: ids });
      }
    });
  });
}
