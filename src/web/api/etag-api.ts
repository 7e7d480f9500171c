import type { EndpointName, EndpointResponse } from '#shared/contract/endpoints.ts';
import { type BrowserTransport, createCall, type Input } from './api.ts';
import { httpTransport } from './http.ts';

/** A response body and its `ETag`. A later write sends the tag as `If-Match`. */
export type WithEtag<Body> = { body: Body; etag: string };

/** Calls an endpoint whose response has an `ETag`. */
type EtagApi = <Name extends EndpointName>(
  name: Name,
  input: Input<Name>,
) => Promise<WithEtag<EndpointResponse<Name>>>;

/** Creates an API client for endpoints whose responses have an `ETag`. */
export function createEtagApi(transport: BrowserTransport): EtagApi {
  const call = createCall(transport);
  return async (name, input) => {
    const { body, etag } = await call(name, input);
    if (!etag) throw new Error(`Response of ${name} has no ETag`);
    return { body, etag };
  };
}

/** The API client of the browser, without a session, for endpoints whose responses have an `ETag`. */
export const httpWithEtag = createEtagApi(httpTransport);
