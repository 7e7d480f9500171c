import type { CustomFetch } from 'openid-client';
import { readLimitedText } from '../../read-limited-text.ts';

/** How long a provider may take for one response (ms). */
const TIMEOUT = 5_000;

/** The maximum size of a response (bytes). Key sets are the largest, with a few kilobytes. */
const MAX_SIZE = 256 * 1024;

/** The statuses for which `Response` refuses a body. */
const BODILESS = [101, 204, 205, 304];

/**
 * A `fetch` for requests to upstream providers, which limits their time and the size of their responses. It reads the
 * whole body, so the time limit includes the body. It does not follow redirects, because the library sets the option
 * for this.
 */
export const boundedFetch: CustomFetch = async (url, options) => {
  const response = await fetch(url, {
    ...(options as RequestInit),
    signal: AbortSignal.timeout(TIMEOUT),
  });
  const text = await readLimitedText(response, MAX_SIZE);
  return new Response(BODILESS.includes(response.status) ? null : text, {
    status: response.status,
    headers: response.headers,
  });
};
