import { ApiError } from './api.ts';

/** Takes this status for "there is none"; every other error is thrown on. */
export function unless(status: number) {
  return (error: unknown): undefined => {
    if (!(error instanceof ApiError) || error.status !== status) throw error;
  };
}
