import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { randomFrom } from '#tests/support/random.mjs';
import { markHydration } from '../support/fixtures.ts';
import { demoPerson, startSession, visit } from '../support/sign-in.ts';
import { type Action, chooseAction, describeAction, takeAction, type Uses } from './actions.ts';
import {
  compareViews,
  findProblems,
  readView,
  type View,
  withoutEarlierPages,
} from './invariants.ts';
import { Observer } from './observer.ts';
import type { World } from './world.ts';

/** The kinds of people who walk, with the roles that they have on the demo board. */
export const WALKERS = {
  visitor: undefined,
  member: 'user',
  owner: 'companyadmin',
  siteadmin: 'siteadmin',
} as const;

export type Walker = keyof typeof WALKERS;

export type Failure = { problems: string[]; path: Action[] };

type Walk = {
  browser: Browser;
  world: World;
  walker: Walker;
  /** The steps that are repeated, or how many to choose, from which seed. */
  steps: Action[] | { count: number; seed: number; uses: Uses; until?: number };
  /** Called before each step. */
  onStep?: (action: Action, url: string) => void;
};

/** The time for which the network is lost (ms). */
const OUTAGE = 1_000;

/** One page in this many is compared with the same URL opened afresh. */
const REOPEN = 8;

/** Walks through a new copy of the world. Returns the first failure. */
export async function walk({
  browser,
  world,
  walker,
  steps,
  onStep,
}: Walk): Promise<Failure | undefined> {
  const server = await world.start();
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1280, height: 800 },
  });
  try {
    const path: Action[] = [];
    const problems = await walkThrough();
    return problems && { problems, path };

    async function walkThrough(): Promise<string[] | undefined> {
      await context.addInitScript(markHydration);
      await context.addInitScript(recordPress);
      await leaveOutForeignSites(context, server.url);
      const role = WALKERS[walker];
      if (role) await startSession(context, demoPerson(role));
      const observer = new Observer(context);
      const page = await context.newPage();
      page.on('dialog', (dialog) => void dialog.accept());
      await visit(page, '/');
      await observer.settle(page);
      const guide = new Guide(page, context, observer);
      const random = Array.isArray(steps) ? undefined : randomFrom(steps.seed);
      const count = Array.isArray(steps) ? steps.length : steps.count;
      for (let index = 0; index < count; index++) {
        if (!Array.isArray(steps) && steps.until && Date.now() > steps.until) return undefined;
        const action =
          Array.isArray(steps) || !random
            ? (steps as Action[])[index]
            : await chooseAction(page, random, steps.uses);
        if (!action) break;
        onStep?.(action, page.url());
        path.push(action);
        const found = await guide.take(action, index);
        if (found.length > 0) return found;
      }
      return undefined;
    }
  } finally {
    await context.close();
    await server.stop();
  }
}

/**
 * Records where the page was when a link or button was pressed, or a value chosen, because Playwright scrolls the element
 * into view first. Runs in the page.
 */
function recordPress(): void {
  const record = () => Object.assign(window, { pressedAt: Math.round(window.scrollY) });
  for (const type of ['click', 'input']) window.addEventListener(type, record, { capture: true });
}

/** Returns and forgets the recorded position, or the given one. Runs in the page. */
function readPressedAt(position: number): number {
  const pressed = Reflect.get(window, 'pressedAt');
  Reflect.deleteProperty(window, 'pressedAt');
  return typeof pressed === 'number' ? pressed : position;
}

/** Takes the steps of a walk, and checks after each of them what must always hold. */
class Guide {
  /** By position in the history. */
  readonly #views = new Map<number, { view: View; writes: number }>();
  /** Whether a part of the page may have failed to load while the network was lost. */
  #isExcused = false;
  #hasSession = true;
  readonly #page: Page;
  readonly #context: BrowserContext;
  readonly #observer: Observer;

  constructor(page: Page, context: BrowserContext, observer: Observer) {
    this.#page = page;
    this.#context = context;
    this.#observer = observer;
  }

  async take(action: Action, index: number): Promise<string[]> {
    const page = this.#page;
    const before = await readView(page);
    if (await this.#isAsking()) this.#views.delete(before.index);
    else this.#views.set(before.index, { view: before, writes: this.#observer.writes });
    // A page that is loaded again does not know how long the pages before it were, and some parts depend on the width.
    if (['reload', 'resize'].includes(action.do)) this.#views.clear();
    if (action.do === 'lose the session') this.#hasSession = false;
    try {
      if (!(await takeAction({ page, context: this.#context }, action))) return [];
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const [cover = error.message.slice(0, 300)] =
        /<[^\n]*intercepts pointer events/.exec(error.message) ?? [];
      return [`${describeAction(action)} was impossible: ${cover}`];
    }
    before.scroll = await page.evaluate(readPressedAt, before.scroll).catch(() => before.scroll);
    if (action.do === 'lose the network') {
      this.#observer.isOffline = true;
      this.#isExcused = true;
      return [];
    }
    if (this.#observer.isOffline) {
      await wait(OUTAGE);
      await this.#context.setOffline(false);
      await this.#observer.settle(page);
      this.#observer.isOffline = false;
    }
    await this.#observer.settle(page);
    const found = await this.#closeOtherPages();
    // The browser shows its own page if it reloads without a network.
    if (page.url().startsWith('chrome-error:')) {
      await page.goto('/');
      await this.#observer.settle(page);
    }
    const after = await readView(page);
    // A new document does not know where the last one was when a link was pressed.
    if (after.loaded !== before.loaded) this.#views.delete(before.index);
    const isTraversal = ['back', 'forward'].includes(action.do);
    // Another page replaces the pages to which Forward led.
    if (!isTraversal && after.index > before.index) {
      for (const at of this.#views.keys()) if (at > before.index) this.#views.delete(at);
    }
    const hasMoved = after.path !== before.path && after.content[0] !== before.content[0];
    const broken = await findProblems(page, { hasMoved });
    found.push(
      ...broken.filter((problem) => !this.#isExcused || problem !== 'the page could not be loaded'),
    );
    if (!broken.includes('the page could not be loaded')) this.#isExcused = false;
    // A page that redirects to the page it was opened from leaves a second entry, and the page stays.
    const stays = after.url === before.url;
    if (isTraversal && !stays && !(await this.#isAsking()))
      found.push(...this.#compareWithEarlier(after));
    if (hasMoved && index % REOPEN === 0) found.push(...(await this.#compareWithFresh(after)));
    found.push(...this.#observer.problems.splice(0));
    return found;
  }

  /** While a dialog asks whether to leave a page, the URL may already be that of the next page. */
  async #isAsking(): Promise<boolean> {
    const leave = this.#page
      .getByRole('dialog')
      .getByRole('button', { name: 'Leave', exact: true });
    return (await leave.count()) > 0;
  }

  /** Checks and closes the pages that a step has opened, such as another tab or the login window. */
  async #closeOtherPages(): Promise<string[]> {
    const found: string[] = [];
    for (const other of this.#context.pages()) {
      if (other === this.#page) continue;
      const isTab = isSameOrigin(other.url(), this.#page.url()) && !(await other.opener());
      if (isTab) {
        await this.#observer.settle(other);
        const broken = await findProblems(other, { hasMoved: false });
        found.push(...broken.map((problem) => `in a new tab (${other.url()}), ${problem}`));
      }
      await other.close();
      await this.#observer.settle(this.#page);
    }
    return found;
  }

  /** Compares a page that Back or Forward has opened with what it showed before. */
  #compareWithEarlier(after: View): string[] {
    const earlier = this.#views.get(after.index);
    if (!earlier || earlier.writes !== this.#observer.writes) return [];
    const { view } = earlier;
    if (view.width !== after.width || !this.#hasSession || this.#isExcused) return [];
    if (view.url !== after.url) return [`Back led to ${after.url} instead of ${view.url}`];
    // A new document does not know the pages of a list that were loaded in another one.
    const isNew = view.loaded !== after.loaded;
    const difference = isNew
      ? compareViews(withoutEarlierPages(view, after), withoutEarlierPages(after, after))
      : compareViews(view, after);
    if (difference) return [`after Back to ${after.url}, ${difference}`];
    const wanted = Math.min(view.scroll, after.maxScroll);
    if (isNew && view.titles !== after.titles) return [];
    // A fragment moves the page, too.
    if (!after.url.includes('#') && Math.abs(after.scroll - wanted) > 5) {
      return [`after Back to ${after.url}, the page is at ${after.scroll} instead of ${wanted}`];
    }
    return [];
  }

  /** Compares a page with the same URL in a new tab. */
  async #compareWithFresh(view: View): Promise<string[]> {
    if (this.#isExcused || !this.#hasSession) return [];
    const fresh = await this.#context.newPage();
    await fresh.setViewportSize(this.#page.viewportSize() ?? { width: 1280, height: 800 });
    await fresh.goto(view.url);
    await this.#observer.settle(fresh);
    const single = await readView(fresh);
    const difference = compareViews(
      withoutEarlierPages(view, single),
      withoutEarlierPages(single, single),
    );
    await fresh.close();
    return difference ? [`opened afresh, ${view.url} differs: ${difference}`] : [];
  }
}

const isSameOrigin = (one: string, other: string): boolean =>
  URL.canParse(one) && URL.canParse(other) && new URL(one).origin === new URL(other).origin;

/** Ends requests to other sites, and downloads at their headers. */
async function leaveOutForeignSites(context: BrowserContext, board: string): Promise<void> {
  await context.route(
    (url) => url.origin !== board,
    // A browser stays on the page if the response has no content.
    (route) => route.fulfill({ status: 204 }),
  );
}

/** Removes steps from the path of a failure for as long as it still fails in the same way. */
export async function shorten(
  failing: Omit<Walk, 'steps' | 'onStep'>,
  { problems, path }: Failure,
  until: number,
): Promise<Action[]> {
  const kind = kindOf(problems);
  let shortest = path;
  for (
    let size = Math.ceil(path.length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let start = 0; start < shortest.length - 1 && Date.now() < until; ) {
      const steps = shortest.filter((_, index) => index < start || index >= start + size);
      const failure = steps.length > 0 && (await walk({ ...failing, steps }));
      if (failure && kindOf(failure.problems) === kind) shortest = failure.path;
      else start += size;
    }
  }
  return shortest;
}

/** A failure without what differs from walk to walk, such as ids. */
const kindOf = ([problem = '']: string[]) => problem.replaceAll(/[\d"'?&=]+.*/g, '').slice(0, 40);
