/** Numbers the product keeps to. Times are in milliseconds, lengths in characters. */

/** Jobs shown on the home page. Spec: "Pages". */
export const HOME_PAGE_JOBS = 6;

/** Open jobs that a closed one's page shows in its place. */
export const SIMILAR_JOBS = 6;

/** A job summary shows this many characters of the description, then "...". Spec: "Job lists". */
export const SUMMARY_LENGTH = 90;

/** A list of companies shows this many characters of each description. */
export const COMPANY_SUMMARY_LENGTH = 300;

export const JOBS_PER_PAGE = { default: 24, max: 100 } as const;
export const COMPANIES_PER_PAGE = { default: 100, max: 500 } as const;
export const ACCOUNTS_PER_PAGE = { default: 100, max: 500 } as const;

/** Jobs are counted exactly up to so many. */
export const MAX_EXACT_COUNT = 10_000;
/** With more companies than this, one is searched for in place of being chosen from a list. */
export const COMPANIES_TO_CHOOSE = 100;
/** How many companies or places are suggested at once. */
export const SUGGESTIONS = 20;
/** The most dollars a year that can be asked for. */
export const MAX_DOLLARS = 1_000_000_000;

/** What is searched for, and what an id may be in a query. */
export const SEARCH_LENGTH = 500;
/** Longer than any that the board gives. */
export const CURSOR_LENGTH = 4_000;

export const TITLE_LENGTH = 200;
export const LOCATION_LENGTH = 200;
/** What an imported job's further places may come to. */
export const MORE_PLACES_LENGTH = 2_000;
export const DESCRIPTION_LENGTH = 20_000;
export const COMPANY_NAME_LENGTH = 200;
export const URL_LENGTH = 2_048;

/** A logo as it is uploaded: bytes, and pixels once it is decoded. */
export const LOGO_BYTES = 2 * 1024 * 1024;
export const LOGO_PIXELS = 25_000_000;
/** A logo as it is stored is at most this many pixels wide and high. */
export const LOGO_SIDE = 512;
/** How long an unused logo is stored, in case its form is still open. */
export const UNUSED_LOGO_LIFETIME = 24 * 60 * 60 * 1_000;

/** How long the same `Idempotency-Key` stands for the same creation. */
export const IDEMPOTENCY_KEY_LIFETIME = 24 * 60 * 60 * 1_000;
export const IDEMPOTENCY_KEY_LENGTH = 255;

/** A subject is at most this long: https://openid.net/specs/openid-connect-core-1_0.html#IDToken */
export const ACCOUNT_ID_LENGTH = 255;
export const ACCOUNT_NAME_LENGTH = 200;
/** What fits an SMTP path: https://www.rfc-editor.org/errata/eid1690 */
export const EMAIL_LENGTH = 254;
export const BIO_LENGTH = 2_000;

/** Toasts, at the top right. Spec: "Messages". */
export const TOAST_DURATION = 5_000;
export const TOASTS_AT_ONCE = 20;

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
 * Requests of one client network per minute: read what is not cached, search by words, open or renew a session,
 * sign in, write, and upload. A person with a search box, who types as fast as they can, stays below.
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
