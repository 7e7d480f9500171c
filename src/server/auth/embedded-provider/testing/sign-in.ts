import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import type { Browser } from '#server/testing/browser.ts';

/** Where the test board and its provider are, as `readConfig({})` has it. */
export const ORIGIN = 'http://localhost:3000';
export const CLIENT_ID = 'composable-jobs-3000';

const VERIFIER = 'a-verifier-that-is-at-least-forty-three-characters-long';

type Parameters = Record<string, string | undefined>;

const query = (parameters: Parameters) =>
  new URLSearchParams(
    Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString();

/** What the sign-in SDK asks the provider for, but for what a test changes or leaves out. */
export function authorizeAddress(changes: Parameters = {}): string {
  const parameters = {
    client_id: CLIENT_ID,
    redirect_uri: ORIGIN,
    response_type: 'code',
    response_mode: 'query',
    scope: 'openid profile email',
    audience: `${ORIGIN}/api`,
    state: 'a-state',
    nonce: 'a-nonce',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  };
  return `/authorize?${query(parameters)}`;
}

type Visit = Awaited<ReturnType<Browser['visit']>>;

/** What the provider tells the page that asked, by a redirect or by a message from its frame. */
export function answerOf({ location, html }: Visit): Record<string, string> {
  const data = /var data = (\{.*\});/.exec(html)?.[1];
  if (!data) {
    expect(new URL(location).origin).toBe(ORIGIN);
    return Object.fromEntries(new URL(location).searchParams);
  }
  const { response, redirect_uri } = JSON.parse(data);
  expect(redirect_uri).toBe(ORIGIN);
  return response;
}

/** Asks to sign in, and comes to the page that wants an address. */
export async function openSignInPage(browser: Browser, changes?: Parameters): Promise<string> {
  const { status, location } = await browser.visit(authorizeAddress(changes));
  expect(status).toBe(303);
  expect(location).toMatch(/^(http:\/\/localhost:3000)?\/authorize\/sign-in\/[\w-]+$/);
  return location;
}

/** Signs in as a person does, up to the answer to the page that asked. */
export async function signIn(browser: Browser, email: string, changes?: Parameters) {
  const page = await openSignInPage(browser, changes);
  expect((await browser.visit(page)).status).toBe(200);
  const accepted = await browser.submit(page, { email });
  expect(accepted.status).toBe(303);
  return answerOf(await browser.visit(accepted.location));
}

/** Whether the browser's session still says who this is: a code, or the error that says otherwise. */
export async function askSilently(browser: Browser): Promise<Record<string, string>> {
  const changes = { prompt: 'none', response_mode: 'web_message' };
  return answerOf(await browser.visit(authorizeAddress(changes)));
}

/** Exchanges a code for tokens, as the SDK does: without cookies. */
export async function exchange(
  app: FastifyInstance,
  code = '',
  changes: Parameters = {},
  origin = ORIGIN,
) {
  const parameters = {
    grant_type: 'authorization_code',
    client_id: CLIENT_ID,
    redirect_uri: ORIGIN,
    code_verifier: VERIFIER,
    code,
    ...changes,
  };
  const reply = await app.inject({
    method: 'POST',
    url: '/oauth/token',
    payload: query(parameters),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
  });
  return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
}
