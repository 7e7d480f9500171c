import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
  type Request,
} from '@playwright/test';
import type Axe from 'axe-core';
import { type Person, personByEmail } from '#server/auth/embedded-provider/people.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Fixtures = {
  /** Allows browser errors whose console message or failed URL contains this text. Any other error fails the test. */
  allowBrowserError: (part: string) => void;
  /** Invents a person without an account. The page creates the account at the first login. */
  newPerson: () => Person;
  /** Opens an empty page in a separate browser, for a further person of the story. */
  openBrowser: () => Promise<Page>;
};

/** Playwright's `test`, which fails at an unexpected console error or failed request. */
export const test = base.extend<Fixtures & { browserErrors: string[]; allowed: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  browserErrors: async ({}, use) => use([]),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  allowed: async ({}, use) => use([]),
  allowBrowserError: async ({ allowed }, use) => use((part) => allowed.push(part)),
  newPerson: async ({ baseURL, allowBrowserError }, use) =>
    use(() => {
      const person = personByEmail(`ada.${randomUUID().slice(0, 13)}@example.com`);
      const address = `${baseURL}/api/accounts/${encodeURIComponent(person.id)}`;
      allowBrowserError(`404 ${address}`);
      allowBrowserError(`404 (Not Found) ${address}`);
      return person;
    }),
  openBrowser: async ({ browser, baseURL, ignoreHTTPSErrors, browserErrors }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({
        ...(baseURL && { baseURL }),
        ignoreHTTPSErrors: ignoreHTTPSErrors ?? false,
      });
      contexts.push(context);
      recordErrors(context, browserErrors);
      await context.addInitScript(markHydration);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
  context: async ({ context, browserErrors, allowed }, use) => {
    recordErrors(context, browserErrors);
    await context.addInitScript(markHydration);
    await use(context);
    const unexpected = browserErrors.filter(
      (error) => !allowed.some((part) => error.includes(part)),
    );
    expect(unexpected, 'browser errors').toEqual([]);
  },
});

export { expect };

/**
 * Marks hydration as complete; runs in the page. The application's first effect adds a `storage` listener, and by then
 * the whole page handles clicks.
 */
export function markHydration(): void {
  const { addEventListener } = window;
  window.addEventListener = (...listening: Parameters<typeof addEventListener>) => {
    if (listening[0] === 'storage') Object.assign(window, { isHydrated: true });
    addEventListener.apply(window, listening);
  };
}

/** Records the errors of every page in the context, including popups and other tabs. */
function recordErrors(context: BrowserContext, browserErrors: string[]): void {
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) {
      browserErrors.push(`console: ${message.text()} ${message.location().url}`);
    }
  });
  context.on('weberror', (webError) => browserErrors.push(`error: ${webError.error().message}`));
  context.on('response', (response) => {
    if (response.status() >= 400) browserErrors.push(`${response.status()} ${response.url()}`);
  });
  context.on('requestfailed', (request) => {
    // Ignore aborted requests: the page aborts a request when it sends a newer one.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') {
      browserErrors.push(`failed: ${request.url()}`);
    }
  });
}

/** Fails if axe finds a violation of WCAG 2.2 AA or of axe's best practices. */
export async function expectAccessible(
  page: Page,
  { except = [] as string[] } = {},
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: typeof Axe };
    // Frames have their own tests. Axe would count their landmarks as landmarks of the page.
    const results = await axe.run(
      { exclude: [['iframe']] },
      {
        rules: Object.fromEntries(rules.map((rule) => [rule, { enabled: false }])),
        // Listing the passed rules would double the time.
        resultTypes: ['violations'],
      },
    );
    return results.violations;
  }, except);
  expect(
    violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html) })),
  ).toEqual([]);
}

/** The text that a sighted person sees, without the text that only screen readers read. */
export async function seenText(locator: Locator): Promise<string> {
  return locator.evaluate((root) => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { width = 0, height = 0 } = node.parentElement?.getBoundingClientRect() ?? {};
      if (width > 1 && height > 1) texts.push(node.textContent ?? '');
    }
    return texts.join(' ').trim();
  });
}

/** Fails if the page scrolls horizontally. */
export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, 'pixels of horizontal overflow').toBe(0);
}

/** Measures the layout shifts of each new page. Returns a function that reads the sum for the current page. */
export async function measureLayoutShift(page: Page): Promise<() => Promise<number>> {
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

/** How long a page sends no request until its network counts as idle (ms), like Playwright's `networkidle`. */
const IDLE_TIME = 500;

/**
 * Records the requests that a page sends from now on. Returns a function that waits until none of them is running, and
 * no new one follows.
 */
export function trackRequests(page: Page): () => Promise<void> {
  const running = new Set<Request>();
  let lastChange = Date.now();
  const end = (request: Request) => {
    running.delete(request);
    lastChange = Date.now();
  };
  page.on('request', (request) => running.add(request));
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  const isIdle = () => running.size === 0 && Date.now() - lastChange >= IDLE_TIME;
  return () => expect.poll(isIdle, 'the network is idle').toBe(true);
}

/** Holds the requests for a URL. `release` sends them on, or answers them with a status. */
export async function stallRequests(
  page: Page | BrowserContext,
  address: string | RegExp,
): Promise<{ release: (status?: number) => void }> {
  let release: (status?: number) => void = () => {};
  const released = new Promise<number | undefined>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    const status = await released;
    await (status ? route.fulfill({ status, body: '' }) : route.continue());
  });
  return { release: (status) => release(status) };
}
