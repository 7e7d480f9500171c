import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type Axe from 'axe-core';
import { type Person, personByEmail } from '#server/auth/embedded-provider/people.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Fixtures = {
  /**
   * Names what a test expects to go wrong in the browser: a part of a console message, or of a
   * request's address. Anything else that goes wrong fails the test.
   */
  expectTrouble: (part: string) => void;
  /** Makes up somebody who has never been here: the page finds no account of theirs, and makes one. */
  newPerson: () => Person;
};

/** Playwright's test, in which an unexpected console error or failed request is a failure. */
export const test = base.extend<Fixtures & { troubles: string[]; expected: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  troubles: async ({}, use) => use([]),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  expected: async ({}, use) => use([]),
  expectTrouble: async ({ expected }, use) => use((part) => expected.push(part)),
  newPerson: async ({ baseURL, expectTrouble }, use) =>
    use(() => {
      const person = personByEmail(`ada.${randomUUID().slice(0, 13)}@example.com`);
      const address = `${baseURL}/api/accounts/${encodeURIComponent(person.id)}`;
      expectTrouble(`404 ${address}`);
      expectTrouble(`404 (Not Found) ${address}`);
      return person;
    }),
  context: async ({ context, troubles, expected }, use) => {
    watch(context, troubles);
    await context.addInitScript(noteWhenRunning);
    await use(context);
    const unexpected = troubles.filter(
      (trouble) => !expected.some((part) => trouble.includes(part)),
    );
    expect(unexpected, 'what went wrong in the browser').toEqual([]);
  },
});

export { expect };

/**
 * In the page: notes when the application runs. It listens to other tabs from its first effect on, when all of the page
 * answers to clicks.
 */
function noteWhenRunning(): void {
  const { addEventListener } = window;
  window.addEventListener = (...listening: Parameters<typeof addEventListener>) => {
    if (listening[0] === 'storage') Object.assign(window, { isRunning: true });
    addEventListener.apply(window, listening);
  };
}

/** Every page of the browser's: popups and further tabs too. */
function watch(context: BrowserContext, troubles: string[]): void {
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) {
      troubles.push(`console: ${message.text()} ${message.location().url}`);
    }
  });
  context.on('weberror', (trouble) => troubles.push(`error: ${trouble.error().message}`));
  context.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()} ${response.url()}`);
  });
  context.on('requestfailed', (request) => {
    // A request that a newer one replaced has not failed.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') {
      troubles.push(`failed: ${request.url()}`);
    }
  });
}

/** Fails where axe finds anything against WCAG 2.2 AA or its own best practice. */
export async function expectAccessible(
  page: Page,
  { except = [] as string[] } = {},
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: typeof Axe };
    // What stands in a frame of ours is looked at by itself: here, its landmarks would be the page's.
    const results = await axe.run(
      { exclude: [['iframe']] },
      {
        rules: Object.fromEntries(rules.map((rule) => [rule, { enabled: false }])),
        // To tell of all that is well takes as long as to find out.
        resultTypes: ['violations'],
      },
    );
    return results.violations;
  }, except);
  expect(
    violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html) })),
  ).toEqual([]);
}

/** Fails where anything stands out at the side of the page. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, 'pixels that stand out at the side').toBe(0);
}

/** Sums up how much moves by itself in each page from now on; gives the sum of the current one. */
export async function watchLayout(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        Object.assign(window, {
          shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value'),
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => Reflect.get(window, 'shift'));
}

/** Keeps the browser's requests for an address waiting until they are let go, or answered so. */
export async function hold(
  page: Page | BrowserContext,
  address: string,
): Promise<{ release: (status?: number) => void }> {
  let release: (status?: number) => void = () => {};
  const held = new Promise<number | undefined>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    const status = await held;
    await (status ? route.fulfill({ status, body: '' }) : route.continue());
  });
  return { release: (status) => release(status) };
}
