import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import {
  test as base,
  expectAccessible,
  expectNoOverflow,
  stallRequests,
} from '../support/fixtures.ts';
import type { IsolatedBoard } from '../support/isolated-board.ts';
import { type IsolatedServer, startIsolatedServer } from '../support/isolated-server.ts';
import { type Content, prepareContent } from '../support/pictures/content.ts';
import {
  EMPTY_SCREENS,
  SCREENS,
  type Screen,
  STATES,
  type State,
} from '../support/pictures/screens.ts';
import {
  FOLDER,
  MORE_VIEWS,
  pictureName,
  SCHEMES,
  VIEWS,
  type View,
  type ViewName,
} from '../support/pictures/views.ts';
import { expectLargeTargets, stopTransitions, waitUntilSettled } from '../support/screens.ts';
import { demoPerson, visit, visitAs } from '../support/sign-in.ts';
import { test } from '../support/source-board.ts';

/**
 * The requests that are delayed or fail in pictures of loading, failed and offline pages. The account is loaded before.
 */
const DATA = /\/api\/(jobs|companies|dashboard|job-drafts|reported-jobs|sources|admin)\b/;

/** A page that is loading or has failed has no heading. */
const HEADLESS = ['page-has-heading-one'];

let content: Promise<Content> | undefined;

for (const [name, screen] of Object.entries(SCREENS)) {
  for (const [view, settings] of viewsOf(screen)) {
    test.describe(() => {
      test.use(contextOptions(settings));
      test(`${name}, ${view}`, async ({ page, board, feeds, allowBrowserError }) => {
        // Allow all browser errors, because the stories check them.
        allowBrowserError('');
        content ??= prepareContent(board, feeds);
        const url = fillIn(screen.path, await content);
        const hasScript = settings.javaScript !== false;
        if (!hasScript) await page.goto(url);
        else await open(page, board, screen, url);
        if (hasScript) await screen.act?.(page, board);
        await takePictures(page, { name, view, screen, hasScript });
      });
    });
  }
  for (const state of screen.states ? STATES : []) {
    for (const view of ['360', '1280'] as const) {
      test.describe(() => {
        test.use(contextOptions(VIEWS[view]));
        test(`${name}, ${state}, ${view}`, async ({
          page,
          context,
          board,
          feeds,
          allowBrowserError,
        }) => {
          allowBrowserError('');
          content ??= prepareContent(board, feeds);
          const url = fillIn(screen.path, await content);
          await open(page, board, screen, '/about');
          await enterState(page, context, state);
          await page.evaluate((href) => window.history.pushState(null, '', href), url);
          await (state === 'loading'
            ? page.getByRole('status', { name: 'Loading' }).first()
            : page.getByText('Try again').first()
          ).waitFor();
          await takePictures(page, {
            name: `${name}, ${state}`,
            view,
            screen,
            hasScript: true,
            except: HEADLESS,
          });
        });
      });
    }
  }
}

const emptyTest = base.extend<object, { server: IsolatedServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      const server = await startIsolatedServer({ DEMO_DATA: 'false' }, 'empty');
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ server }, use) => use(server.url),
});

for (const [name, screen] of Object.entries(EMPTY_SCREENS)) {
  for (const [view, settings] of viewsOf(screen)) {
    emptyTest.describe(() => {
      emptyTest.use(contextOptions(settings));
      emptyTest(`${name}, ${view}`, async ({ page }) => {
        if (screen.as) await visitAs(page, demoPerson(screen.as), screen.path);
        else await visit(page, screen.path);
        await takePictures(page, { name, view, screen, hasScript: true });
      });
    });
  }
}

function viewsOf({ main }: Screen): [ViewName, View][] {
  return Object.entries({ ...VIEWS, ...(main && MORE_VIEWS) }) as [ViewName, View][];
}

function contextOptions({ width, height, zoom = 1, javaScript = true }: View) {
  return {
    viewport: { width, height },
    deviceScaleFactor: zoom,
    javaScriptEnabled: javaScript,
    reducedMotion: 'reduce' as const,
  };
}

function fillIn(path: string, ids: Content): string {
  return path.replace(/:(\w+)/, (_, kind) => ids[kind] ?? '');
}

function open(page: Page, board: IsolatedBoard, { as, path }: Screen, url: string): Promise<void> {
  if (as) return board.openAs(page, as, url);
  const hasOwnScripts = path.startsWith('/api/') || path.startsWith('/embed/');
  const isPlain = hasOwnScripts || path.startsWith('/authorize/');
  return isPlain ? page.goto(url).then(() => undefined) : visit(page, url);
}

async function enterState(page: Page, context: BrowserContext, state: State): Promise<void> {
  if (state === 'loading') await stallRequests(page, DATA);
  if (state === 'offline') await context.setOffline(true);
  if (state === 'failed') {
    await page.route(DATA, (route) => route.fulfill({ status: 500, json: { detail: 'Sorry.' } }));
  }
}

type Picture = {
  name: string;
  view: ViewName;
  screen: Screen;
  hasScript: boolean;
  except?: string[];
};

async function takePictures(page: Page, picture: Picture): Promise<void> {
  const { name, view, screen, hasScript, except = screen.except } = picture;
  await mkdir(FOLDER, { recursive: true });
  if (hasScript) {
    await stopTransitions(page);
    await loadEverything(page, name.endsWith('loading'));
  }
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    if (hasScript) await waitUntilSettled(page);
    const path = join(FOLDER, pictureName(name, view, colorScheme));
    await page.screenshot({ path, fullPage: !screen.visible, scale: 'css', caret: 'initial' });
    if (hasScript) await expectAccessible(page, { except });
  }
  if (hasScript) await expectNoOverflow(page);
  // These are the phones, and the zoomed pages that look like one.
  const isNarrow = (page.viewportSize()?.width ?? 0) < 768;
  if (hasScript && isNarrow) await expectLargeTargets(page);
}

/** Loads the pictures and lists that appear when a visitor scrolls to them. */
async function loadEverything(page: Page, isLoading: boolean): Promise<void> {
  await page.evaluate(() => {
    const { scrollX, scrollY } = window;
    window.scrollTo(0, document.documentElement.scrollHeight);
    return new Promise<void>((resolve) =>
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          window.scrollTo(scrollX, scrollY);
          resolve();
        }),
      ),
    );
  });
  if (isLoading) return;
  await page.waitForFunction(() => {
    for (const image of document.images) image.loading = 'eager';
    return (
      [...document.images].every(({ complete }) => complete) &&
      !document.querySelector('[aria-busy="true"], [role="status"][aria-label="Loading"]')
    );
  });
}
