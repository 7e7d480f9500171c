import { createHash } from 'node:crypto';
import type { BrowserContext } from '@playwright/test';

export const challengeOf = (verifier: string) =>
  createHash('sha256').update(verifier).digest('base64url');

/** What a browser sends to the identity provider from now on, and the tokens that it gets. */
export function watchSignIn(context: BrowserContext) {
  const seen = {
    authorize: [] as URLSearchParams[],
    token: [] as { sent: URLSearchParams; headers: Record<string, string> }[],
    tokens: [] as Record<'access_token' | 'id_token', string>[],
  };
  context.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/authorize') seen.authorize.push(searchParams);
    if (pathname === '/oauth/token') {
      const sent = new URLSearchParams(request.postData() ?? '');
      seen.token.push({ sent, headers: request.headers() });
    }
  });
  context.on('response', async (response) => {
    if (response.url().endsWith('/oauth/token')) seen.tokens.push(await response.json());
  });
  return seen;
}
