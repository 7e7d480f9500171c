import { notFound } from '@tanstack/react-router';
import type { Problem } from '#shared/contract/problem.ts';

/**
 * An error response of the API. `problem` is undefined if the body is not a problem document, such as a proxy's page.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly problem: Problem | undefined;

  constructor(status: number, problem: Problem | undefined) {
    super(problem?.detail ?? `The server answered with status ${status}. Try again.`);
    this.status = status;
    this.problem = problem;
  }
}

/** The API could not be reached, because the network failed. */
export class NetworkError extends Error {
  override name = 'NetworkError';

  constructor(cause: unknown) {
    super(String(cause), { cause });
  }
}

/** Whether data could not be fetched. Any other error is an exception. */
export function isFailedFetch(error: unknown): boolean {
  return error instanceof ApiError || error instanceof NetworkError;
}

/** Whether the error has the status 410: the resource was closed or deleted. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 410;
}

/** Whether the URL names no resource: a 404, or a 400 for a malformed id or cursor. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

/**
 * Resolves with the response. Used by the loaders of routes.
 * @throws `notFound()`, which shows the not-found page, if the URL names no resource
 * @throws {ApiError} for any other error response
 */
export async function orNotFound<Response>(response: Promise<Response>): Promise<Response> {
  try {
    return await response;
  } catch (error) {
    throw isMissing(error) ? notFound() : error;
  }
}

/**
 * Returns a `catch` handler that logs a failed fetch, so that the page is shown without this data, and throws any other
 * error again. Used by the loaders of routes.
 * @param setStatus sets the status of the page on the server, so that no cache stores it
 */
export function withoutData(setStatus: (status: number) => void) {
  return (error: unknown): undefined => {
    if (!isFailedFetch(error)) throw error;
    if (error instanceof ApiError) setStatus(error.status);
    // biome-ignore lint/suspicious/noConsole: the browser's console is the log; the server logs failed requests itself
    if (!import.meta.env.SSR) console.error(error);
  };
}

/**
 * Returns a `catch` handler that turns an error response with one of these statuses into undefined, and throws any
 * other error again.
 */
export function ignoreStatus(...statuses: number[]) {
  return (error: unknown): undefined => {
    if (!(error instanceof ApiError) || !statuses.includes(error.status)) throw error;
  };
}
