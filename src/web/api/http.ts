import { type BrowserTransport, createApi, createEtagApi } from './api.ts';

/** The transport of the browser: calls the API over HTTP. */
export const httpTransport: BrowserTransport = async (request) => {
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
};

/** The API client of the browser, without a session. */
export const http = createApi(httpTransport);

/** The same client for endpoints whose responses have an `ETag`. */
export const httpWithEtag = createEtagApi(httpTransport);
