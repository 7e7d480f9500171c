import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/fixtures.ts';
import { REAL_FEEDS, test } from '../support/recorded-board.ts';
import { visit } from '../support/sign-in.ts';

/**
 * The shortest way through seven tasks on real jobs: presses (a click, a key, a typed text) plus page changes. The
 * numbers stand for what the pages offer, so a change that raises one makes choosing slower.
 */
const STEPS = {
  'compare five designers in one city': 11,
  'find remote jobs with stated pay that are open to me': 1,
  'widen an empty result': 1,
  'return to the seventh job after reading the twelfth': 10,
  'find the jobs of a company in one city': 1,
  'apply to two jobs': 6,
  'find a junior job with visa sponsorship': 1,
} as const;

type Task = keyof typeof STEPS;

const cards = (page: Page) => page.locator('.job-card');
const search = (page: Page) => page.getByLabel('Search jobs');
const title = (page: Page) => page.locator('h1');

test.skip(!REAL_FEEDS, 'REAL_FEEDS is not set');
// One worker needs one board.
test.describe.configure({ mode: 'default' });

for (const viewport of [
  { width: 360, height: 760 },
  { width: 1280, height: 900 },
]) {
  test.describe(`${viewport.width} pixels wide`, () => {
    test.use({ viewport });

    const task = (name: Task, work: (page: Page, steps: Steps) => Promise<void>) =>
      test(`${name}: ${STEPS[name]} steps`, async ({ page }) => {
        await visit(page, '/jobs');
        const steps = new Steps(page);
        await work(page, steps);
        expect(steps.count).toBe(STEPS[name]);
      });

    task('compare five designers in one city', async (page, steps) => {
      await steps.type(search(page), 'designer paris');
      await expect(page).toHaveURL(/q=designer/);
      // The URL changes before the list does.
      await expect(cards(page).first()).toContainText('Designer');
      await openCard(page, steps, 0);
      const read = new Set([await title(page).textContent()]);
      for (let job = 2; job <= 5; job++) {
        await expect(position(page)).toContainText(`${job - 1} of`);
        await steps.goTo(() => page.keyboard.press('ArrowRight'));
        await expect(position(page)).toContainText(`${job} of`);
        read.add(await title(page).textContent());
      }
      expect(read.size).toBe(5);
    });

    task('find remote jobs with stated pay that are open to me', async (page, steps) => {
      await steps.type(search(page), 'remote germany over 50k');
      await expect(page.getByRole('status')).toHaveText(/^\d+ jobs$/);
      await expect(page).toHaveURL(/over/);
      for (const pay of await page.locator('.job-pay').allTextContents()) expect(pay).not.toBe('');
    });

    test(`widen an empty result: ${STEPS['widen an empty result']} step`, async ({ page }) => {
      await visit(page, '/jobs?q=designer&location=Berlin&type=Internship');
      const steps = new Steps(page);
      await expect(cards(page)).toHaveCount(0);
      await steps.press(page.getByRole('link', { name: /^Remove|^designer|jobs/ }).first());
      await expect(cards(page).first()).toBeVisible();
      expect(steps.count).toBe(STEPS['widen an empty result']);
    });

    task('return to the seventh job after reading the twelfth', async (page, steps) => {
      await openCard(page, steps, 6);
      const seventh = await title(page).textContent();
      await steps.goTo(() => page.goBack());
      await openCard(page, steps, 11);
      await steps.goTo(() => page.goBack());
      await expect(goLook(page, 11)).toBeFocused();
      await openCard(page, steps, 6);
      await expect(title(page)).toHaveText(seventh ?? '');
    });

    task('find the jobs of a company in one city', async (page, steps) => {
      await steps.type(search(page), 'Harvey new york');
      await expect(page).toHaveURL(/q=Harvey/);
      await expect(cards(page).first().locator('.job-head bdi')).toHaveText('Harvey');
      await expect(cards(page).first()).toContainText('New York');
    });

    task('apply to two jobs', async (page, steps) => {
      await openCard(page, steps, 0);
      await apply(page, steps);
      await expect(position(page)).toContainText('1 of');
      await steps.goTo(() => page.keyboard.press('ArrowRight'));
      await expect(position(page)).toContainText('2 of');
      await apply(page, steps);
    });

    task('find a junior job with visa sponsorship', async (page, steps) => {
      await steps.type(search(page), 'junior visa sponsorship');
      await expect(page.getByRole('status')).toHaveText(/^\d+ jobs?$/);
      await expect(cards(page).first().locator('.job-title')).toContainText('Junior');
    });
  });
}

const position = (page: Page) => page.getByRole('navigation', { name: 'Jobs in the list' });

const goLook = (page: Page, card: number) =>
  cards(page).nth(card).getByRole('link', { name: 'Go Look' });

async function openCard(page: Page, steps: Steps, card: number): Promise<void> {
  const opened = await cards(page).nth(card).locator('.job-title').textContent();
  await steps.goTo(() => cards(page).nth(card).click());
  await expect(title(page)).toHaveText(opened ?? '');
}

/** Presses the visible link to apply. The application itself is on another site. */
async function apply(page: Page, steps: Steps): Promise<void> {
  const link = page.getByRole('link', { name: /^Apply on/ }).filter({ visible: true });
  await expect(link).toHaveAttribute('href', /^https:/);
  await link.evaluate((element) =>
    element.addEventListener('click', (event) => event.preventDefault()),
  );
  await steps.press(link);
}

/** Counts presses and page changes. */
class Steps {
  count = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(target: Locator): Promise<void> {
    this.count += 1;
    await target.click();
  }

  async type(field: Locator, text: string): Promise<void> {
    this.count += 1;
    await field.fill(text);
  }

  /** Presses once, and waits for the other page. */
  async goTo(press: () => Promise<unknown>): Promise<void> {
    const { pathname } = new URL(this.#page.url());
    this.count += 1;
    await press();
    await this.#page.waitForURL((url) => url.pathname !== pathname);
    this.count += 1;
  }
}
