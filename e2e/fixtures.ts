import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

type Fixtures = {
  /**
   * Names what a test expects to go wrong in the browser: a part of a console message, or of a
   * request's address. Anything else that goes wrong fails the test.
   */
  expectTrouble: (part: string) => void;
};

/** Playwright's test, in which an unexpected console error or failed request is a failure. */
export const test = base.extend<Fixtures & { troubles: string[]; expected: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  troubles: async ({}, use) => use([]),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  expected: async ({}, use) => use([]),
  expectTrouble: async ({ expected }, use) => use((part) => expected.push(part)),
  page: async ({ page, troubles, expected }, use) => {
    watch(page, troubles);
    await use(page);
    const unexpected = troubles.filter(
      (trouble) => !expected.some((part) => trouble.includes(part)),
    );
    expect(unexpected, 'what went wrong in the browser').toEqual([]);
  },
});

export { expect };

function watch(page: Page, troubles: string[]): void {
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) {
      troubles.push(`console: ${message.text()} ${message.location().url}`);
    }
  });
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400) troubles.push(`${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
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
  const { violations } = await new AxeBuilder({ page }).disableRules(except).analyze();
  expect(
    violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html) })),
  ).toEqual([]);
}

/** Keeps the browser's requests for an address waiting until they are let go, or answered so. */
export async function hold(
  page: Page,
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
