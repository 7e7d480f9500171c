import type { Job } from './contract/job-responses.ts';

/**
 * What the server and the built `entry-server` of the web room agree on; the server meets the web
 * room here alone.
 */

/** One call of the API, in the shape that a transport carries. */
export type TransportRequest = {
  /** The contract's key of the endpoint, such as `GET /api/jobs`. */
  name: string;
  params: Record<string, string>;
  method: string;
  /** With the query; it begins with a slash. */
  path: string;
  headers?: Record<string, string>;
  /** JSON */
  body?: string;
  /** An access token; none on the server, where nobody is signed in. */
  token?: string;
};
export type TransportReply = { status: number; body: string; etag?: string | undefined };
/** Carries calls of the API: over HTTP in the browser, in process on the server. */
export type Transport = (request: TransportRequest) => Promise<TransportReply>;

/** Where people sign in; the same for everyone, and no secret. */
export type SignIn = {
  /** The identity provider's origin. */
  domain: string;
  clientId: string;
  /** What access tokens have to be made for. */
  audience: string;
};

/** What the pages know of the site they stand on. */
export type Site = {
  name: string;
  /** The board's public origin: no caller's address, but the one that it is known by. */
  home: string;
  /** Absent where nobody can sign in. */
  signIn?: SignIn;
};

/** The files of the browser's bundle that a page with this route names, as URL paths. */
export type RouteAssets = { scripts?: string[]; css?: string[]; preloads?: string[] };

/** By route id; `__root__` stands for every page. */
export type PageAssets = Record<string, RouteAssets>;

/** A page's JSON-LD: https://www.w3.org/TR/json-ld11/#embedding-json-ld-in-html-documents */
export type StructuredData = { jobPosting: (job: Job) => object };

export type PageRequest = {
  /** Absolute; only its path and query decide what is rendered. */
  url: string;
  transport: Transport;
  site: Site;
  assets: PageAssets;
  structuredData: StructuredData;
  /** Stands as a nonce on the page's own scripts, and nobody can guess it: it tells them from others. */
  noncePlaceholder: string;
};

export type RenderedPage = {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  html: string;
  /** The pattern of the page's address, such as `/jobs/$id`, where there is such a page. */
  route?: string | undefined;
};

export type RenderPage = (request: PageRequest) => Promise<RenderedPage>;
