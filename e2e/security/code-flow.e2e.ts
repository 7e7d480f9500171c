import type { APIRequestContext } from '@playwright/test';
import { statement } from '#tests/security/statements.ts';
import { expect, test } from '../support/fixtures.ts';
import { accountLink, signIn, toast, visit } from '../support/sign-in.ts';
import { codeChallenge, nextTokens, watchSignIn } from '../support/sign-in-requests.ts';

const VERIFIER = 'v'.repeat(43);

/** Repeats the page's authorization request with changed parameters, and returns the redirect. */
async function authorize(
  request: APIRequestContext,
  sent: URLSearchParams | undefined,
  changes: Record<string, string>,
) {
  const parameters = Object.fromEntries(sent ?? []);
  const query = new URLSearchParams({
    ...parameters,
    code_challenge: codeChallenge(VERIFIER),
    prompt: 'none',
    response_mode: 'query',
    ...changes,
  });
  for (const [name, value] of Object.entries(changes)) if (!value) query.delete(name);
  const response = await request.get(`/authorize?${query}`, { maxRedirects: 0 });
  return new URL(response.headers().location ?? '', 'http://nowhere.example');
}

test(statement(14), async ({ page, context, newPerson, allowBrowserError, baseURL }) => {
  allowBrowserError('missing_transaction');
  allowBrowserError('Invalid state');
  const person = newPerson();
  const { authorize: requests, token } = watchSignIn(context);
  await visit(page, '/');
  const [first] = await Promise.all([nextTokens(page), signIn(page, person)]);
  // A reload restores the session with a new authorization request.
  const [second] = await Promise.all([nextTokens(page), page.reload()]);
  const tokens = [first, second];
  await expect(accountLink(page)).toHaveText(person.name);

  expect([requests.length, token.length]).toEqual([2, 2]);
  for (const [index, query] of requests.entries()) {
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^.{32,}$/),
      nonce: expect.stringMatching(/^.{32,}$/),
      redirect_uri: baseURL,
    });
    const { sent, headers } = token[index] ?? { sent: new URLSearchParams(), headers: {} };
    const verifier = sent.get('code_verifier') ?? '';
    expect(verifier).toMatch(/^[\w.~-]{43,128}$/);
    expect(codeChallenge(verifier)).toBe(query.get('code_challenge'));
    expect(sent.get('grant_type')).toBe('authorization_code');
    expect([sent.has('client_secret'), 'authorization' in headers]).toEqual([false, false]);
    const [, claims = ''] = tokens[index]?.id_token.split('.') ?? [];
    const { nonce } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    expect(nonce).toBe(query.get('nonce'));
  }
  for (const name of ['code_challenge', 'state', 'nonce']) {
    expect(requests[0]?.get(name)).not.toBe(requests[1]?.get(name));
  }

  // The provider session exists, so the provider refuses only because of the parameters.
  const [sent] = requests;
  const { request } = context;
  for (const [error, changes] of [
    ['unsupported_response_type', { response_type: 'token', response_mode: '' }],
    ['unsupported_response_type', { response_type: 'id_token', response_mode: '' }],
    ['unsupported_response_type', { response_type: 'code id_token', response_mode: '' }],
    ['invalid_request', { code_challenge: '', code_challenge_method: '' }],
    ['invalid_request', { code_challenge: VERIFIER, code_challenge_method: 'plain' }],
  ] as const) {
    const { search, hash } = await authorize(request, sent, changes);
    expect([changes, new URLSearchParams(search || hash.slice(1)).get('error')]).toEqual([
      changes,
      error,
    ]);
    expect(`${search}${hash}`).not.toMatch(/[?&#](code|access_token|id_token)=/);
  }
  for (const [verifier, status] of [
    ['', 400],
    ['w'.repeat(43), 400],
    [VERIFIER, 200],
  ] as const) {
    const { searchParams } = await authorize(request, sent, {});
    const form = {
      grant_type: 'authorization_code',
      client_id: sent?.get('client_id') ?? '',
      redirect_uri: baseURL ?? '',
      code: searchParams.get('code') ?? '',
      ...(verifier && { code_verifier: verifier }),
    };
    const response = await request.post('/oauth/token', { form });
    expect([verifier, response.status()]).toEqual([verifier, status]);
  }

  // This redirect has a valid code, but its `state` is not from the page's request.
  const { search } = await authorize(request, sent, { state: 'foreign' });
  expect(search).toContain('code=');
  const before = token.length;
  await page.goto(`/${search}`);
  await expect(toast(page, 'There is no sign-in in progress')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(accountLink(page)).toHaveText(person.name);
  // The page must not redeem that code.
  const code = new URLSearchParams(search).get('code');
  expect(token.slice(before).filter(({ sent }) => sent.get('code') === code)).toEqual([]);
});
