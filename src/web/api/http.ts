import { type BrowserTransport, createApi } from './api.ts';
import { NetworkError } from './errors.ts';

/**
 * The transport of the browser: calls the API over HTTP.
 * @throws {NetworkError} if there is no complete response
 */
export const httpTransport: BrowserTransport = async (request) => {
  const [response, text] = await send(request).catch((error: unknown) => {
    throw new NetworkError(error);
  });
  const etag = response.headers.get('etag') ?? undefined;
  return { status: response.status, body: parseBody(text, response), etag };
};

async function send(request: Parameters<BrowserTransport>[0]): Promise<[Response, string]> {
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
  return [response, await response.text()];
}

/**
 * Parses the JSON body of a response. Returns undefined for an empty body, and for an error that is not a problem
 * document, for example because a proxy sent an error page.
 */
export function parseBody(text: string, { ok }: Response): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (ok && text) throw error;
  }
}

/** The API client of the browser, without a session. */
export const http = createApi(httpTransport);
