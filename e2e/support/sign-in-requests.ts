import { createHash } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';

export const challengeOf = (verifier: string) =>
  createHash('sha256').update(verifier).digest('base64url');

/** What a browser sends to the identity provider from now on. */
export function watchSignIn(context: BrowserContext) {
  const seen = {
    authorize: [] as URLSearchParams[],
    token: [] as { sent: URLSearchParams; headers: Record<string, string> }[],
  };
  context.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/authorize') seen.authorize.push(searchParams);
    if (pathname === '/oauth/token') {
      const sent = new URLSearchParams(request.postData() ?? '');
      seen.token.push({ sent, headers: request.headers() });
    }
  });
  return seen;
}

/** The tokens that the identity provider gives to the page next. */
export async function nextTokens(page: Page): Promise<Record<'access_token' | 'id_token', string>> {
  const response = await page.waitForResponse('**/oauth/token');
  return response.json();
}
