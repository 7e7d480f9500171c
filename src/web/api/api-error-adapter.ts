import { createSerializationAdapter } from '@tanstack/react-router';
import { ApiError } from './errors.ts';

/** Serializes the error of a page that the server has rendered. The router's own format keeps only the message. */
export const apiErrorAdapter = createSerializationAdapter({
  key: 'ApiError',
  // Without the conditions, code of the server would be in the browser's scripts.
  test: (value): value is ApiError => import.meta.env.SSR && value instanceof ApiError,
  toSerializable: ({ status }) => (import.meta.env.SSR ? status : 0),
  fromSerializable: (status) => new ApiError(status, undefined),
});
