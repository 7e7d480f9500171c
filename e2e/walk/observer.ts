import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page, Request } from '@playwright/test';

/** How long nothing may happen until a page counts as settled (ms). Typed text takes effect after a pause of 250 ms. */
const QUIET = 350;

/** How long a page may take to settle (ms), even on a busy machine. */
const PATIENCE = 60_000;

const INTERVAL = 50;

/** Console messages about responses that are part of normal use, such as a job that someone has deleted. */
const EXPECTED_RESPONSE = /status of (401|403|404|409|410|412)/;

/** A draft that lacks something may be submitted: the server answers with what it lacks, and the page shows it. */
const UNFINISHED = /status of 400.*\/api\/job-drafts\/[^/]+\/submit/;

/** The addresses that the board polls while a source is read. */
const POLLED = /\/api\/(sources|source-previews)\b/;

/** Watches the pages of a browser: requests, errors and writes. */
export class Observer {
  /** What must never happen, in words. */
  readonly problems: string[] = [];
  /** The number of requests so far that may have changed the board. */
  writes = 0;
  /** While the network is lost, failed requests and what the page logs about them are expected. */
  isOffline = false;
  readonly #running = new Set<Request>();
  #lastChange = Date.now();

  constructor(context: BrowserContext) {
    context.on('request', (request) => {
      // The browser may put off a font, which the page does not need.
      if (request.resourceType() === 'font') return;
      this.#running.add(request);
      this.#lastChange = Date.now();
      if (!['GET', 'HEAD'].includes(request.method()) && request.url().includes('/api/')) {
        this.writes += 1;
      }
    });
    const end = (request: Request) => {
      this.#running.delete(request);
      if (!POLLED.test(request.url())) this.#lastChange = Date.now();
    };
    context.on('requestfinished', end);
    context.on('requestfailed', end);
    context.on('response', (response) => {
      if (response.status() >= 500) this.#report(`${response.status()} ${response.url()}`);
    });
    context.on('weberror', (webError) => {
      this.#report(`uncaught error: ${webError.error().message}`);
    });
    context.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      const text = `${message.text()} ${message.location().url}`;
      if (EXPECTED_RESPONSE.test(text) || UNFINISHED.test(text) || isRefusal(text)) return;
      this.#report(`console: ${text}`);
    });
  }

  #report(problem: string): void {
    if (!this.isOffline) this.problems.push(problem);
  }

  /** Waits until no request is running, and none follows. */
  async settle(page: Page): Promise<void> {
    // Typed text takes effect later.
    this.#lastChange = Date.now();
    const end = Date.now() + PATIENCE;
    while (Date.now() < end) {
      await wait(INTERVAL);
      const isQuiet = this.#running.size === 0 && Date.now() - this.#lastChange >= QUIET;
      if (isQuiet && (await isStill(page))) return;
    }
    this.#report(`still loading: ${[...this.#running].map((one) => one.url()).join(' ')}`);
    this.#running.clear();
  }
}

/** The log of an error that the API has answered, with the status of a refusal. */
const isRefusal = (text: string) => /^ApiError: /.test(text);

/** Whether the page is hydrated and shows no spinner. */
async function isStill(page: Page): Promise<boolean> {
  if (page.isClosed()) return true;
  const isStillNow = page.evaluate(() => {
    // Some pages have no scripts, such as the login page and the API documentation.
    const isHydrated = !document.querySelector('script') || Reflect.get(window, 'isHydrated');
    const isReady = document.readyState === 'complete' && isHydrated;
    const loading = [...document.querySelectorAll('[role=status][aria-label=Loading]')];
    return isReady && !loading.some((spinner) => spinner.checkVisibility());
  });
  // A new document replaces the one that was asked.
  return isStillNow.catch((error: unknown) => {
    if (error instanceof Error && /context was destroyed|has been closed/.test(error.message)) {
      return false;
    }
    throw error;
  });
}
