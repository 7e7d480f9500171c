/** How often a request is repeated after a temporary failure. */
export const MAX_RETRIES = 2;

/** The longest time in a `Retry-After` for which a run waits (ms). If the time is longer, the run ends. */
export const MAX_PAUSE = 30_000;

/** The longest time in a `Retry-After` that the board respects (ms). */
const MAX_RETRY_AFTER = 86_400_000;

/**
 * The delay before a retry (ms): exponential back-off, with jitter so that several processes do not retry together.
 * https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 * @param base the delay before the first retry (ms)
 * @param retries the number of retries before this one
 */
export function retryDelay(base: number, retries: number): number {
  return base * 2 ** retries * (0.5 + Math.random());
}

/**
 * Reads a `Retry-After` header: a number of seconds or a date. https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 * @returns a date between now and tomorrow; undefined if the header is missing or invalid
 */
export function parseRetryAfter(header: string | undefined, now = Date.now()): Date | undefined {
  if (header === undefined) return undefined;
  const at = /^\d+$/.test(header) ? now + Number(header) * 1000 : parseHttpDate(header);
  if (Number.isNaN(at)) return undefined;
  return new Date(Math.min(Math.max(at, now), now + MAX_RETRY_AFTER));
}

/**
 * Parses only dates in the format of HTTP: `Date.parse` also reads other text, and takes dates without a time zone for
 * local ones.
 */
function parseHttpDate(text: string): number {
  return /^[A-Z][a-z]+, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN;
}
