import { notFound } from '@tanstack/react-router';
import { ApiError } from './api.ts';

/** Whether there was such a thing, and there is none any more. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 410;
}

/** Whether the address names nothing that the API knows. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

/** The reply, or the not-found page where the address names nothing that the API knows. */
export async function found<Reply>(reply: Promise<Reply>): Promise<Reply> {
  try {
    return await reply;
  } catch (error) {
    throw isMissing(error) ? notFound() : error;
  }
}
