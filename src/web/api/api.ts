import type { EndpointInput, EndpointName, EndpointReply } from '#shared/contract/endpoints.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { queryString } from '#shared/paths.ts';
import type { Transport } from '#shared/render-page.ts';

/** The parts of an endpoint's input that it has; those whose every member may be left out, may be. */
type Input<Name extends EndpointName> = {
  [Part in keyof EndpointInput<Name> as EndpointInput<Name>[Part] extends undefined
    ? never
    : Part]: EndpointInput<Name>[Part];
};

/** Calls the API's endpoints by the names that the contract gives them. */
export type Api = <Name extends EndpointName>(
  name: Name,
  input: Input<Name>,
) => Promise<EndpointReply<Name>>;

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

export function createApi(transport: Transport): Api {
  return async (name, input) => {
    const [method = '', template = ''] = name.split(' ');
    const {
      params = {},
      query = {},
      body: sent,
    } = input as {
      params?: Record<string, string>;
      query?: Record<string, string | undefined>;
      body?: unknown;
    };
    const path = template.replace(/:(\w+)/g, (_, key: string) =>
      encodeURIComponent(params[key] ?? ''),
    );
    const { status, body } = await transport({
      method,
      path: `${path}${queryString(query)}`,
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
    });
    if (status >= 200 && status < 300) return JSON.parse(body);
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
export const httpTransport: Transport = async ({ method, path, body, token }) => {
  const response = await fetch(path, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body }),
  });
  return { status: response.status, body: await response.text() };
};
