import type {
  EndpointInput,
  EndpointName,
  EndpointResponse,
  Endpoints,
} from '#shared/contract/endpoints.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { queryString } from '#shared/paths.ts';
import type { TransportReply, TransportRequest } from '#shared/render-page.ts';

/** The parts of an endpoint's input that it has; those whose every member may be left out, may be. */
type Input<Name extends EndpointName> = {
  [Part in keyof EndpointInput<Name> as EndpointInput<Name>[Part] extends undefined
    ? never
    : Part]: EndpointInput<Name>[Part];
} & (Endpoints[Name] extends { file: object } ? { form: FormData } : unknown);

/** The headers by which a write is done once, or not over a newer version. */
export type WriteHeaders = { 'idempotency-key'?: string; 'if-match'?: string };

/** Calls the API's endpoints by the names that the contract gives them. */
export type Api = <Name extends EndpointName>(
  name: Name,
  input: Input<Name>,
  headers?: WriteHeaders,
) => Promise<EndpointResponse<Name>>;

/** What was read, and the version that a write may start from. */
export type Versioned<Reply> = { reply: Reply; etag: string };

export type VersionedApi = <Name extends EndpointName>(
  name: Name,
  input: Input<Name>,
) => Promise<Versioned<EndpointResponse<Name>>>;

/** Besides what every transport carries, the browser's carries files. */
export type BrowserRequest = TransportRequest & { form?: FormData };
type BrowserTransport = (request: BrowserRequest) => Promise<TransportReply>;

/** The API refused or failed; `problem` is absent where the answer was none of its own. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly problem: Problem | undefined;

  constructor(status: number, problem: Problem | undefined) {
    super(problem?.detail ?? `The API answered ${status}`);
    this.status = status;
    this.problem = problem;
  }
}

export function createApi(transport: BrowserTransport): Api {
  const call = createCall(transport);
  return async (name, input, headers) => (await call(name, input, headers)).reply;
}

/** Like the API, for those endpoints whose reply has an `ETag`. */
export function createVersionedApi(transport: BrowserTransport): VersionedApi {
  const call = createCall(transport);
  return async (name, input) => {
    const { reply, etag } = await call(name, input);
    if (!etag) throw new Error(`${name} told no version`);
    return { reply, etag };
  };
}

function createCall(transport: BrowserTransport) {
  return async <Name extends EndpointName>(
    name: Name,
    input: Input<Name>,
    headers: WriteHeaders = {},
  ): Promise<{ reply: EndpointResponse<Name>; etag: string | undefined }> => {
    const [method = '', template = ''] = name.split(' ');
    const {
      params = {},
      query = {},
      body: sent,
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
    const { status, body, etag } = await transport({
      name,
      params,
      method,
      path: `${path}${queryString(query)}`,
      headers,
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
      ...(form && { form }),
    });
    if (status >= 200 && status < 300) return { reply: body ? JSON.parse(body) : undefined, etag };
    throw new ApiError(status, parseProblem(body));
  };
}

function parseProblem(body: string): Problem | undefined {
  try {
    return JSON.parse(body);
  } catch {
    // A proxy's error page, say: the status has to do.
    return undefined;
  }
}

/** The API over HTTP, for the browser. */
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
