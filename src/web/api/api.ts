import type {
  EndpointInput,
  EndpointName,
  EndpointResponse,
  Endpoints,
} from '#shared/contract/endpoints.ts';
import type { Problem } from '#shared/contract/problem.ts';
import type { TransportRequest, TransportResponse } from '#shared/render-page.ts';
import { queryString } from '#shared/urls/paths.ts';
import { ApiError } from './errors.ts';

/** The parts of a request that the endpoint accepts: `params`, `query`, `body` and, for an upload, `form`. */
export type Input<Name extends EndpointName> = {
  [Part in keyof EndpointInput<Name> as EndpointInput<Name>[Part] extends undefined
    ? never
    : Part]: EndpointInput<Name>[Part];
} & (Endpoints[Name] extends { file: object } ? { form: FormData } : unknown);

/**
 * Headers of a write. With `idempotency-key`, a repeated request takes effect only once. With `if-match`, the write
 * applies only to the version that was read.
 */
export type WriteHeaders = { 'idempotency-key'?: string; 'if-match'?: string };

/**
 * Calls an endpoint by its name in the contract.
 * @throws {ApiError} for an error response
 */
export type Api = <Name extends EndpointName>(
  name: Name,
  input: Input<Name>,
  headers?: WriteHeaders,
) => Promise<EndpointResponse<Name>>;

/** A request from the browser, which may contain a file. */
type BrowserRequest = TransportRequest & { form?: FormData };
export type BrowserTransport = (request: BrowserRequest) => Promise<TransportResponse>;

/** Creates an API client over this transport. */
export function createApi(transport: BrowserTransport): Api {
  const call = createCall(transport);
  return async (name, input, headers) => (await call(name, input, headers)).body;
}

export function createCall(transport: BrowserTransport) {
  return async <Name extends EndpointName>(
    name: Name,
    input: Input<Name>,
    headers: WriteHeaders = {},
  ): Promise<{ body: EndpointResponse<Name>; etag: string | undefined }> => {
    const [method = '', template = ''] = name.split(' ');
    const {
      params = {},
      query = {},
      body,
      form,
    } = input as {
      params?: Record<string, string>;
      query?: Record<string, string | undefined>;
      body?: unknown;
      form?: FormData;
    };
    const path = template.replace(/:(\w+)/g, (_, key: string) =>
      encodeURIComponent(params[key] ?? ''),
    );
    const { status, ...response } = await transport({
      name,
      params,
      method,
      path: `${path}${queryString(query)}`,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form && { form }),
    });
    if (status < 200 || status >= 300) {
      throw new ApiError(status, response.body as Problem | undefined);
    }
    return response as { body: EndpointResponse<Name>; etag: string | undefined };
  };
}
