import { asc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect } from 'vitest';
import type { BoardDatabase } from '#server/db/client.ts';
import { mails } from '#server/db/mail-tables.ts';
import { type Browser, openBrowser } from '#tests/support/browser.ts';
import { buildTestApp, type GivenOptions, setUpTestBoard } from '#tests/support/test-app.ts';
import { authorizeUrl, exchange } from './sign-in.ts';

export const PUBLIC_URL = 'https://jobs.example';

/** The settings of a board at a public URL. */
export const PUBLIC_SETTINGS = {
  PUBLIC_URL,
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'jobs@jobs.example',
};

const CLIENT = {
  client_id: 'composable-jobs',
  redirect_uri: PUBLIC_URL,
  audience: `${PUBLIC_URL}/api`,
};

/** Starts a sign-in at a public board. Returns the path of the sign-in page. */
export async function openProvenPage(
  browser: Browser,
  changes: Record<string, string> = {},
): Promise<string> {
  const { status, location } = await browser.visit(authorizeUrl({ ...CLIENT, ...changes }));
  expect(status).toBe(303);
  return new URL(location, PUBLIC_URL).pathname;
}

type PasskeyOptions = { challenge: string; rp?: { id: string }; rpId?: string };

/** The options of the form for a passkey in a page. */
export function passkeyOptions(html: string): PasskeyOptions {
  const [, text = ''] = / data-options="([^"]*)"/.exec(html) ?? [];
  return JSON.parse(text.replaceAll('&#34;', '"'));
}

type Preparation = { settings?: Record<string, string>; given?: GivenOptions };

/**
 * Sets up a board at a public URL, on which people prove their email address with a code.
 * @param prepare starts what must be running before the board starts
 */
export function setUpProvenBoard(prepare: () => Promise<Preparation> = async () => ({})) {
  const board = setUpTestBoard();
  let app: FastifyInstance;
  beforeAll(async () => {
    const { settings, given } = await prepare();
    app = await buildTestApp(board, { ...PUBLIC_SETTINGS, ...settings }, given);
  });
  afterAll(() => app.close());
  const proven = provenBoard({
    get app() {
      return app;
    },
    get db() {
      return board.db;
    },
  });
  return Object.assign(proven, {
    /** The pool of connections with which a queue runs jobs. */
    pool: () => board.pools.general,
  });
}

/** Returns functions that do what people do on a board that was built with `PUBLIC_SETTINGS`. */
export function provenBoard(board: { readonly app: FastifyInstance; readonly db: BoardDatabase }) {
  /**
   * The codes in the mails to an email address, oldest first. The mails stay in the outbox, because nothing sends them.
   */
  async function codesTo(email: string): Promise<string[]> {
    const rows = await board.db
      .select({ content: mails.content })
      .from(mails)
      .where(eq(mails.to_address, email))
      .orderBy(asc(mails.id));
    return rows.map(({ content }) => content?.code ?? '');
  }

  /** Requests a code in a new sign-in. Returns the page and the code. */
  async function requestCode(browser: Browser, email: string) {
    const page = await openProvenPage(browser);
    const { status } = await browser.submit(page, { action: 'email', email });
    expect(status).toBe(303);
    return { page, code: (await codesTo(email)).at(-1) ?? '' };
  }

  /** Enters a code. Returns the tokens, or undefined if the code was refused. */
  async function enterCode(browser: Browser, page: string, code: string) {
    const entered = await browser.submit(page, { action: 'code', code });
    if (entered.status !== 303 || entered.location === page) return undefined;
    return finish(browser, entered.location);
  }

  /** Follows the sign-in from the last page to the tokens. */
  async function finish(browser: Browser, next: string) {
    const visit = await browser.visit(next);
    const location = new URL(visit.location);
    expect(location.origin).toBe(PUBLIC_URL);
    const { body } = await exchange(
      board.app,
      location.searchParams.get('code') ?? '',
      { client_id: CLIENT.client_id, redirect_uri: PUBLIC_URL },
      PUBLIC_URL,
    );
    return body as { access_token: string; id_token: string };
  }

  /** Signs in with a passkey. Returns the tokens, or undefined if the passkey was refused. */
  async function signInByPasskey(browser: Browser, answer: (options: PasskeyOptions) => object) {
    const page = await openProvenPage(browser);
    const { html } = await browser.visit(page);
    const response = JSON.stringify(answer(passkeyOptions(html)));
    const { status, location } = await browser.submit(page, { action: 'passkey', response });
    return status === 303 ? finish(browser, location) : undefined;
  }

  return {
    get app() {
      return board.app;
    },
    get db() {
      return board.db;
    },
    open: () => openBrowser(board.app),
    codesTo,
    requestCode,
    enterCode,
    finish,
    signInByPasskey,

    /** Signs in with a code. */
    async signIn(email: string, browser = openBrowser(board.app)) {
      const { page, code } = await requestCode(browser, email);
      const tokens = await enterCode(browser, page, code);
      if (!tokens) throw new Error('The code was refused');
      return { ...tokens, browser };
    },

    /** Signs in without a page, with the browser's session. */
    async signInSilently(browser: Browser) {
      const changes = { ...CLIENT, prompt: 'none', response_mode: 'web_message' };
      const { html } = await browser.visit(authorizeUrl(changes));
      const [, data = '{}'] = /var data = (\{.*\});/.exec(html) ?? [];
      return (JSON.parse(data) as { response: Record<string, string> }).response;
    },

    async ask(
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      url: string,
      token: string,
      body?: object,
    ) {
      const reply = await board.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${token}` },
        ...(body && { payload: body }),
      });
      return { status: reply.statusCode, body: reply.body ? reply.json() : undefined };
    },
  };
}
