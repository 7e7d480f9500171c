import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import type { Browser } from '#tests/support/browser.ts';

/** The origin of the test board and of its provider; it is the default in `readConfig({})`. */
export const ORIGIN = 'http://localhost:3000';
export const CLIENT_ID = 'composable-jobs-3000';

const VERIFIER = 'a-verifier-that-is-at-least-forty-three-characters-long';

type Parameters = Record<string, string | undefined>;

const query = (parameters: Parameters) =>
  new URLSearchParams(
    Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString();

/** The authorization URL that the sign-in SDK uses, with changed or omitted parameters. */
export function authorizeUrl(changes: Parameters = {}): string {
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

/** Reads the provider's response to the page from a redirect, or from the message that its frame sends. */
export function authorizationResponse({ location, html }: Visit): Record<string, string> {
  const data = /var data = (\{.*\});/.exec(html)?.[1];
  if (!data) {
    expect(new URL(location).origin).toBe(ORIGIN);
    return Object.fromEntries(new URL(location).searchParams);
  }
  const { response, redirect_uri } = JSON.parse(data);
  expect(redirect_uri).toBe(ORIGIN);
  return response;
}

/** Starts a sign-in. Returns the URL of the sign-in page. */
export async function openSignInPage(browser: Browser, changes?: Parameters): Promise<string> {
  const { status, location } = await browser.visit(authorizeUrl(changes));
  expect(status).toBe(303);
  expect(location).toMatch(/^(http:\/\/localhost:3000)?\/authorize\/sign-in\/[\w-]+$/);
  return location;
}

/** Signs in through the sign-in page. Returns the authorization response. */
export async function signIn(browser: Browser, email: string, changes?: Parameters) {
  const page = await openSignInPage(browser, changes);
  expect((await browser.visit(page)).status).toBe(200);
  const accepted = await browser.submit(page, { email });
  expect(accepted.status).toBe(303);
  return authorizationResponse(await browser.visit(accepted.location));
}

/** Signs in without a page, with the browser's session. Returns a code, or an error if there is no session. */
export async function signInSilently(browser: Browser): Promise<Record<string, string>> {
  const changes = { prompt: 'none', response_mode: 'web_message' };
  return authorizationResponse(await browser.visit(authorizeUrl(changes)));
}

/** Exchanges a code for tokens without cookies, as the SDK does. */
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
