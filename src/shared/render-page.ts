import type { Job } from './contract/job-responses.ts';

/** The server knows the built `src/web/entry-server.tsx` only by these types. */

/** One API call, as a transport sends it. */
export type TransportRequest = {
  /** The contract's key of the endpoint, such as `GET /api/jobs`. */
  name: string;
  params: Record<string, string>;
  method: string;
  /** Path and query, with the leading slash. */
  path: string;
  headers?: Record<string, string>;
  /** JSON */
  body?: string;
  /** An access token. Server rendering sends none. */
  token?: string;
};
export type TransportResponse = { status: number; body: string; etag?: string | undefined };
/** Sends API calls: over HTTP in the browser, in process on the server. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** The configuration of sign-in. It contains no secret. */
export type SignIn = {
  /** The identity provider's origin. */
  domain: string;
  clientId: string;
  /** The audience of access tokens: the API. */
  audience: string;
};

/** What the pages know about the site. */
export type Site = {
  name: string;
  /** The site's public origin, as configured; not taken from the request. */
  origin: string;
  /** Absent if sign-in is not configured. */
  signIn?: SignIn;
};

/** The files of the client bundle that a route needs, as URL paths. */
export type RouteAssets = { scripts?: string[]; css?: string[]; preloads?: string[] };

/** Assets by route id. Those of `__root__` are for every page. */
export type PageAssets = Record<string, RouteAssets>;

/** Builds JSON-LD: https://www.w3.org/TR/json-ld11/#embedding-json-ld-in-html-documents */
export type StructuredData = { jobPosting: (job: Job) => object };

export type PageRequest = {
  /** Absolute; only path and query affect the result. */
  url: string;
  transport: Transport;
  site: Site;
  assets: PageAssets;
  structuredData: StructuredData;
  /** A nonce that marks the page's own scripts, for the Content-Security-Policy. Unguessable. */
  noncePlaceholder: string;
};

export type RenderedPage = {
  status: number;
  /** Headers by lower-case name. */
  headers: Record<string, string>;
  html: string;
  /** The pattern of the matched route, such as `/jobs/$id`; undefined if none matched. */
  route?: string | undefined;
};

export type RenderPage = (request: PageRequest) => Promise<RenderedPage>;
