import { ApiError } from './api.ts';

/** Takes one of these statuses for "there is none"; every other error is thrown on. */
export function unless(...statuses: number[]) {
  return (error: unknown): undefined => {
    if (!(error instanceof ApiError) || !statuses.includes(error.status)) throw error;
  };
}
