import { createHash } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';

export const codeChallenge = (verifier: string) =>
  createHash('sha256').update(verifier).digest('base64url');

/** Records the requests that a browser sends to the identity provider. */
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

/** Waits for the next tokens that the identity provider issues to the page. */
export async function nextTokens(page: Page): Promise<Record<'access_token' | 'id_token', string>> {
  const response = await page.waitForResponse('**/oauth/token');
  return response.json();
}
