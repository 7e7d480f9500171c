import { decodeJwt } from 'jose';
import { afterAll, expect } from 'vitest';
import { type Browser, openBrowser } from '#tests/support/browser.ts';
import { buildTestApp, type GivenOptions } from '#tests/support/test-app.ts';
import { openProvenPage, PUBLIC_SETTINGS, PUBLIC_URL, setUpProvenBoard } from './proven-board.ts';
import { startGithubStandIn } from './stand-in-github.ts';
import { startOpenidStandIn } from './stand-in-openid.ts';

export type UpstreamKey = 'google' | 'github' | 'openid';

const CLIENT = 'board.client';

/** The stand-ins of one test file. */
type StandIns = {
  google: Awaited<ReturnType<typeof startOpenidStandIn>>;
  openid: Awaited<ReturnType<typeof startOpenidStandIn>>;
  github: Awaited<ReturnType<typeof startGithubStandIn>>;
};

/** Sets up a public board at which people may also sign in with Google, GitHub and Acme, which are stand-ins. */
export function setUpUpstreamBoard(given: GivenOptions = {}) {
  const standIns = {} as StandIns;
  let prepared: { settings: Record<string, string>; given: GivenOptions };
  const board = setUpProvenBoard(async () => {
    const [google, openid, github] = await Promise.all([
      startOpenidStandIn(CLIENT),
      startOpenidStandIn(CLIENT),
      startGithubStandIn(),
    ]);
    Object.assign(standIns, { google, openid, github });
    prepared = {
      settings: {
        GOOGLE_CLIENT_ID: CLIENT,
        GOOGLE_CLIENT_SECRET: 'a-secret',
        GITHUB_CLIENT_ID: CLIENT,
        GITHUB_CLIENT_SECRET: 'a-secret',
        OPENID_ISSUER: openid.origin,
        OPENID_CLIENT_ID: CLIENT,
        OPENID_CLIENT_SECRET: 'a-secret',
        OPENID_NAME: 'Acme & Sons',
      },
      given: {
        ...given,
        upstreamAddresses: {
          google: google.origin,
          github: {
            authorize: `${github.origin}/authorize`,
            token: `${github.origin}/token`,
            api: github.origin,
          },
        },
      },
    };
    return prepared;
  });
  afterAll(() => Promise.all(Object.values(standIns).map((standIn) => standIn.close())));

  /** Chooses a provider on the page of a sign-in. Returns the URL at the provider. */
  async function choose(browser: Browser, page: string, key: UpstreamKey): Promise<string> {
    const { status, location } = await browser.visit(`${page}/${key}`);
    expect(status).toBe(303);
    return location;
  }

  /** Lets the provider respond. Returns the path and the query of the callback. */
  async function respond(address: string, board = PUBLIC_URL): Promise<string> {
    const response = await fetch(address, { redirect: 'manual' });
    const { origin, pathname, search } = new URL(response.headers.get('location') ?? '');
    expect(origin).toBe(board);
    return pathname + search;
  }

  /** Opens a callback and follows its redirects within the sign-in. Returns the last visit. */
  async function open(browser: Browser, callback: string) {
    const first = await browser.visit(callback);
    return /\/callback\?/.test(first.location) ? browser.visit(first.location) : first;
  }

  /** Signs in at a provider up to the callback. Returns the page and the callback. */
  async function start(browser: Browser, key: UpstreamKey) {
    const page = await openProvenPage(browser);
    const callback = await respond(await choose(browser, page, key));
    return { page, callback };
  }

  return Object.assign(board, {
    standIns,
    choose,
    respond,
    openCallback: open,
    start,

    /** Starts another process of the board, which has read nothing from the providers yet. */
    async startFresh(changes: Record<string, string> = {}) {
      const { settings, given } = prepared;
      const { upstreamAddresses } = given;
      const all = { ...PUBLIC_SETTINGS, ...settings, ...changes };
      const app = await buildTestApp(board, all, { upstreamAddresses });
      return { app, open: () => openBrowser(app) };
    },

    /** Signs in at a provider. Returns the claims of the board's ID token. */
    async signInAt(key: UpstreamKey, browser = board.open()) {
      const { callback } = await start(browser, key);
      const { status, location } = await open(browser, callback);
      expect([status, location]).toEqual([303, expect.not.stringContaining('failed')]);
      const { id_token } = await board.finish(browser, location);
      return decodeJwt<{ name?: string; email?: string; email_verified?: boolean }>(id_token);
    },
  });
}
