import { notFound } from '@tanstack/react-router';
import type { Problem } from '#shared/contract/problem.ts';

/** An error response of the API. Without `problem`, its body is no problem document: a proxy's page, for example. */
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

/** Whether the resource existed and was closed or deleted: 410. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 410;
}

/** Whether the URL names no resource: 404, or 400 for an id or a cursor that is malformed. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

/**
 * Resolves with the response, for loaders of routes.
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

/** A `catch` handler that turns an error response with one of these statuses into undefined and rethrows the rest. */
export function ignoreStatus(...statuses: number[]) {
  return (error: unknown): undefined => {
    if (!(error instanceof ApiError) || !statuses.includes(error.status)) throw error;
  };
}
