import type { Endpoint } from '#shared/contract/endpoint.ts';
import {
  type EndpointInput,
  type EndpointName,
  type EndpointResponse,
  endpoints,
} from '#shared/contract/endpoints.ts';
import { exampleOf } from './example-of.ts';

type Parts<Name extends EndpointName> = EndpointInput<Name> & { response: EndpointResponse<Name> };

/** An example call of an endpoint, with its response. It has only the parts that the endpoint has. */
type ExampleCall<Name extends EndpointName> = {
  [Part in keyof Parts<Name> as Parts<Name>[Part] extends undefined
    ? never
    : Part]: Parts<Name>[Part];
};

/** Composes an example call of an endpoint from its schemas, and from what the endpoint states differently. */
export function exampleCall<Name extends EndpointName>(name: Name): ExampleCall<Name> {
  const { params, query, body, response, success, example = {} }: Endpoint = endpoints[name];
  const call = {
    ...(params && { params: differing(exampleOf(params, 'input'), example.params) }),
    ...(query && { query: differing(exampleOf(query, 'input'), example.query) }),
    ...(body && { body: differing(exampleOf(body, 'input'), example.body) }),
    ...(success !== 204 && {
      response: differing(exampleOf(response, 'output'), example.response),
    }),
  };
  // Only running the schemas tells what they accept: a check parses each example.
  return call as ExampleCall<Name>;
}

/**
 * Replaces the parts of an example that are stated differently. The one element of a composed array is the pattern of
 * all stated elements.
 */
function differing(composed: unknown, stated: unknown): unknown {
  if (stated === undefined) return composed;
  if (Array.isArray(stated)) {
    const [pattern]: unknown[] = Array.isArray(composed) ? composed : [];
    return stated.map((element) => differing(pattern, element));
  }
  if (!isObject(composed) || !isObject(stated)) return stated;
  const fields = Object.entries(stated).map(([name, value]) => [
    name,
    differing(composed[name], value),
  ]);
  return { ...composed, ...Object.fromEntries(fields) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
