import type { BoardLook } from './brand/board-look.ts';
import type { Job } from './contract/job-responses.ts';
import type { FooterTexts, HomeTexts } from './domain/board-settings.ts';
import type { CategoryName } from './domain/categories.ts';
import type { EmploymentType } from './domain/employment-types.ts';
import type { JobReview } from './domain/job-drafts.ts';
import type { PageLinks } from './domain/pages.ts';

/** The types through which the server uses the built `src/web/entry-server.tsx`. */

/** An API call, as a transport sends it. */
export type TransportRequest = {
  /** The key of the endpoint in the contract, such as `GET /api/jobs`. */
  name: string;
  params: Record<string, string>;
  method: string;
  /** The path and query, with the leading slash. */
  path: string;
  headers?: Record<string, string>;
  /** The body as JSON. */
  body?: string;
  /** An access token. Server rendering sends no token. */
  token?: string;
};
export type TransportResponse = {
  status: number;
  /** The value of the JSON body; undefined if the body is empty or not JSON. */
  body: unknown;
  etag?: string | undefined;
};
/** Sends API calls: over HTTP in the browser, and in the same process on the server. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** The configuration of sign-in. It contains no secret. */
export type SignIn = {
  /** The identity provider's origin. */
  domain: string;
  clientId: string;
  /** The audience of access tokens, which is the API. */
  audience: string;
};

/** The properties of the site that the pages use. */
export type Site = {
  name: string;
  /** The public origin of the site, from the settings and not from the request. */
  origin: string;
  /** Undefined if sign-in is not configured. */
  signIn?: SignIn;
  /** Which jobs a site admin reads before they are published; undefined if none. */
  review?: Exclude<JobReview, 'none'>;
  /** Set if the board has no mail server, so that it sends no codes. */
  noMail?: true;
  /** Whether jobs may state neither a salary range nor pay. Absent by default, because every page contains it. */
  payOptional?: true;
  /** The rules for new jobs that differ from the default ones. */
  types?: EmploymentType[];
  currency?: string;
  daysOpen?: number;
  /** Set if only site admins add companies. */
  closed?: true;
  /** The categories of jobs. Absent if there are none. */
  categories?: CategoryName[];
  /** The texts of the home page that differ from the default ones. */
  texts?: Partial<HomeTexts>;
  /** What only the server renders: the footer, the links to pages of the operator, and the logo or sign and the links of the head. Absent in browsers. */
  footer?: FooterTexts;
  pages?: PageLinks;
  look?: BoardLook;
};

/** The files of the client bundle that a route needs, as URL paths. */
export type RouteAssets = { scripts?: string[]; css?: string[]; preloads?: string[] };

/** The assets of each route by its id. Every page needs the assets of `__root__`. */
export type PageAssets = Record<string, RouteAssets>;

/** Builds JSON-LD for pages: https://www.w3.org/TR/json-ld11/#embedding-json-ld-in-html-documents */
export type StructuredData = { jobPosting: (job: Job) => object | undefined };

type PageRequest = {
  /** The absolute URL. Only its path and query affect the result. */
  url: string;
  transport: Transport;
  site: Site;
  assets: PageAssets;
  structuredData: StructuredData;
  /** A random nonce that marks the page's own scripts for the Content-Security-Policy. */
  noncePlaceholder: string;
};

export type RenderedPage = {
  status: number;
  /** The headers by lower-case name. */
  headers: Record<string, string>;
  html: string;
  /** The pattern of the route that matches, such as `/jobs/$id`; undefined if none matches. */
  route?: string | undefined;
};

/**
 * Returns the id of the route that a path matches which no page has: `/$`, or `/$page` if it could be the name of a text
 * page. Returns undefined for the paths of pages and for redirects.
 * @param url the path and query
 */
export type RouteWithoutPage = (
  url: string,
  isTextPage: (name: string) => boolean,
) => string | undefined;

export type RenderPage = (request: PageRequest) => Promise<RenderedPage>;
