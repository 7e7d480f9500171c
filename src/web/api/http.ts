import type { TransportResponse } from '#shared/render-page.ts';
import { type BrowserTransport, createApi } from './api.ts';
import { NetworkError } from './errors.ts';

/**
 * The transport of the browser: calls the API over HTTP.
 * @throws {NetworkError} if there is no complete response
 */
export const httpTransport: BrowserTransport = (request) =>
  send(request).catch((error: unknown) => {
    throw new NetworkError(error);
  });

async function send(request: Parameters<BrowserTransport>[0]): Promise<TransportResponse> {
  const { method, path, headers, body, form, token } = request;
  const response = await fetch(path, {
    method,
    headers: {
      ...headers,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body }),
    ...(form && { body: form }),
  });
  const etag = response.headers.get('etag') ?? undefined;
  return { status: response.status, body: await response.text(), etag };
}

/** The API client of the browser, without a session. */
export const http = createApi(httpTransport);
