import { afterEach, describe, expect, test, vi } from 'vitest';
import type { TransportRequest, TransportResponse } from '#shared/render-page.ts';
import { createApi } from './api.ts';
import { ApiError, ignoreStatus, isGone, isMissing, orNotFound } from './errors.ts';
import { createEtagApi } from './etag-api.ts';
import { http } from './http.ts';

/** Creates a transport that always gives this response and records its requests. */
function transport(response: TransportResponse) {
  const requests: TransportRequest[] = [];
  return {
    requests,
    send: async (request: TransportRequest) => {
      requests.push(request);
      return response;
    },
  };
}

const failure = (status: number, body?: object) => createApi(transport({ status, body }).send);

/** Lets `fetch` resolve with this response. */
const answer = (body: string | null, status: number) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status }));

afterEach(() => vi.unstubAllGlobals());

describe('calls', () => {
  test('a call puts parameters into the path and the query, and sends the body as JSON', async () => {
    const { send, requests } = transport({ status: 200, body: { a: 1 } });
    const input = { params: { id: 'a/b' }, query: { description: 'html' } } as const;
    expect(await createApi(send)('GET /api/jobs/:id', input)).toEqual({ a: 1 });
    await createApi(send)(
      'POST /api/jobs/:id/reopen',
      { params: { id: '1' }, body: { validthrough: '' } },
      { 'if-match': '"1"' },
    );
    expect(requests).toMatchObject([
      { method: 'GET', path: '/api/jobs/a%2Fb?description=html', headers: {} },
      {
        method: 'POST',
        path: '/api/jobs/1/reopen',
        body: '{"validthrough":""}',
        headers: { 'if-match': '"1"' },
      },
    ]);
    expect(requests[0]).not.toHaveProperty('body');
  });

  test('a call returns undefined for an empty response', async () => {
    answer(null, 204);
    expect(await http('DELETE /api/jobs/:id', { params: { id: '1' } })).toBeUndefined();
  });

  test('a call for a response with an ETag returns the ETag with the body, and fails if there is no ETag', async () => {
    const call = (etag?: string) =>
      createEtagApi(transport({ status: 200, body: {}, etag }).send)('GET /api/jobs/:id', {
        params: { id: '1' },
        query: {},
      });
    expect(await call('"7"')).toEqual({ body: {}, etag: '"7"' });
    await expect(call()).rejects.toThrow('no ETag');
  });
});

describe('error responses', () => {
  const read = (api: ReturnType<typeof createApi>) => api('GET /api/jobs', { query: {} });

  test('an error response becomes an ApiError whose message is the detail of the problem', async () => {
    const problem = { type: 'about:blank', title: 'Gone', status: 410, detail: 'The job closed.' };
    const error = await read(failure(410, problem)).catch((it: unknown) => it);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 410, problem, message: 'The job closed.' });
    expect([isGone(error), isMissing(error)]).toEqual([true, false]);
  });

  test('an error response without a problem document, such as a proxy’s HTML page, becomes an error with its status', async () => {
    answer('<h1>Bad gateway</h1>', 502);
    const error = await read(http).catch((it: unknown) => it);
    expect(error).toMatchObject({ status: 502, problem: undefined });
    expect(error).toHaveProperty('message', expect.stringContaining('502'));
  });

  test.each([400, 404])(
    'an error response with the status %s shows the not-found page',
    async (status) => {
      await expect(orNotFound(read(failure(status)))).rejects.toMatchObject({ isNotFound: true });
    },
  );

  test('an error response with a status other than 400 and 404 is thrown unchanged', async () => {
    await expect(orNotFound(read(failure(500)))).rejects.toMatchObject({ status: 500 });
    await expect(read(failure(500)).catch(ignoreStatus(404, 410))).rejects.toThrow(ApiError);
    expect(await read(failure(410)).catch(ignoreStatus(404, 410))).toBeUndefined();
    expect(() => ignoreStatus(404)(new TypeError('Failed to fetch'))).toThrow(TypeError);
  });
});
