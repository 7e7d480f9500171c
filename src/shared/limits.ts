/** Limits of the product. Times are in milliseconds, lengths in characters. */

/** Jobs on the home page and on a company's page. Spec: "Pages". */
export const HOME_PAGE_JOBS = 6;

/** Similar open jobs on the page of a closed one. */
export const SIMILAR_JOBS = 6;

/** The characters of the description in a job summary, before "...". Spec: "Job lists". */
export const SUMMARY_LENGTH = 90;

/** The characters of each description in the list of companies. */
export const COMPANY_SUMMARY_LENGTH = 300;

export const JOBS_PER_PAGE = { default: 24, max: 100 } as const;
export const COMPANIES_PER_PAGE = { default: 100, max: 500 } as const;
export const ACCOUNTS_PER_PAGE = { default: 100, max: 500 } as const;

/** Jobs are counted exactly up to this number. A larger count is reported as this number plus one. */
export const MAX_EXACT_COUNT = 10_000;
/** Alternatives to a search without results: how many conditions and places, and up to which number jobs are counted. */
export const ALTERNATIVES = { conditions: 6, places: 3, maxCount: 1_000 } as const;
/** The skills that are counted as options of the filter, among this number of the newest jobs that a search finds. */
export const MAX_COUNTED_SKILLS = 12;
export const MAX_JOBS_OF_SKILLS = 1_000;

/** With more companies than this, the company filter is a combobox that searches them. */
export const MAX_COMPANY_OPTIONS = 100;
/** Companies or places suggested at once. */
export const MAX_SUGGESTIONS = 20;
/** Searches suggested while typing. */
export const MAX_SEARCH_SUGGESTIONS = 10;
/** The largest `radius` of a search (kilometers). */
export const MAX_RADIUS = 500;
/** The highest `minsalary` (US dollars a year). */
export const MAX_DOLLARS = 1_000_000_000;
/** The highest stated pay, in any currency and for any unit. */
export const MAX_PAY = 1_000_000_000;

/** A text in a query string: a search, a filter or an id. */
export const SEARCH_LENGTH = 500;
/** Longer than any cursor that the API returns. */
export const CURSOR_LENGTH = 4_000;

export const TITLE_LENGTH = 200;
export const LOCATION_LENGTH = 200;
/** The list of further places of an imported job. */
export const MORE_PLACES_LENGTH = 2_000;
export const DESCRIPTION_LENGTH = 20_000;
export const COMPANY_NAME_LENGTH = 200;
export const URL_LENGTH = 2_048;

/** An uploaded logo: its size in bytes, and its area in pixels when decoded. */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;
export const MAX_LOGO_PIXELS = 25_000_000;
/** A stored logo: its width and height (pixels). */
export const MAX_LOGO_SIDE = 512;
/** How long an unused logo is stored, because its form may still be open. */
export const UNUSED_LOGO_LIFETIME = 24 * 60 * 60 * 1_000;

/** How long a repeated `Idempotency-Key` creates nothing more. */
export const IDEMPOTENCY_KEY_LIFETIME = 24 * 60 * 60 * 1_000;
export const IDEMPOTENCY_KEY_LENGTH = 255;

/** The maximum length of a subject: https://openid.net/specs/openid-connect-core-1_0.html#IDToken */
export const ACCOUNT_ID_LENGTH = 255;
export const ACCOUNT_NAME_LENGTH = 200;
/** The maximum length of an address in an SMTP path: https://www.rfc-editor.org/errata/eid1690 */
export const EMAIL_LENGTH = 254;
export const BIO_LENGTH = 2_000;

/** Sign-in. Spec: "Sign-in". */
export const SIGN_IN = {
  popupWidth: 400,
  popupHeight: 600,
  popupTimeout: 60_000,
  authorizeTimeout: 60_000,
  httpTimeout: 10_000,
  clockLeeway: 60_000,
  sessionCheckExpiryDays: 1,
  signatureAlgorithm: 'RS256',
  scope: 'openid profile email',
} as const;

/**
 * Rate limits: requests per client network and minute. `read`: uncached reads. `search`: text searches. `session`:
 * opening or renewing a session. A person who types into the search box as fast as possible stays below them.
 */
export const RATE_LIMITS = {
  read: 2_400,
  search: 600,
  session: 300,
  signIn: 60,
  write: 300,
  upload: 60,
} as const;

export type RateLimitName = keyof typeof RATE_LIMITS;
