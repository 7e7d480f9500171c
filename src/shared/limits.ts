/** Limits of the product. Times are in milliseconds, lengths in characters. */

/** The number of jobs on the home page. Spec: "Pages". */
export const HOME_PAGE_JOBS = 6;

/** The number of jobs on a page of a company's jobs. */
export const COMPANY_PAGE_JOBS = 12;

/** The number of similar open jobs on the page of a job. */
export const SIMILAR_JOBS = 6;

/** The number of characters of the description that a job summary shows before "...". Spec: "Job lists". */
export const SUMMARY_LENGTH = 90;

/** The number of characters of each description that the list of companies shows. */
export const COMPANY_SUMMARY_LENGTH = 300;

/**
 * The maximum number of other postings of a job that a grouped list names, and the maximum number that it counts.
 */
export const MAX_OTHER_PLACES = 20;
export const MAX_GROUP_SIZE = 1_000;

/** The maximum number of jobs that one request closes, reopens, deletes or restores. */
export const MAX_CHANGED_JOBS = 100;
/** How long people can undo their deletions. After that, operators can restore the data from the audit trail. */
export const RESTORE_PERIOD = 60 * 60 * 1_000;

/** How long a new or renewed job is open by default, unless the settings of the board or its employer say otherwise (days). */
export const JOB_LIFETIME_DAYS = 60;
/** The largest number of days that a board may set instead. */
export const MAX_DAYS_OPEN = 365;
/** How long before its closing date a job counts as closing soon, and its employer is asked by mail (days). */
export const CLOSING_SOON_DAYS = 7;

/** The highest count of jobs that is exact. A larger count is reported as this number plus one. */
export const MAX_EXACT_COUNT = 10_000;
/** The highest exact count of jobs that only mention the words of a search. */
export const MAX_EXACT_MENTIONS = 1_000;
/** For a search without results: the maximum number of alternatives with fewer conditions. */
export const MAX_WIDER_SEARCHES = 6;
/** For a search without results: the maximum number of alternatives in other places. */
export const MAX_NEARBY_SEARCHES = 3;
/** The highest exact count of jobs of such an alternative. */
export const MAX_ALTERNATIVE_JOBS = 1_000;
/**
 * The maximum number of skills among the options of the filter, and the number of newest matches in which skills are
 * counted.
 */
export const MAX_COUNTED_SKILLS = 12;
export const MAX_JOBS_OF_SKILLS = 1_000;

/** The maximum number of skills of a job in a list. */
export const MAX_LISTED_SKILLS = 3;

/** The maximum number of places in the list of a company's places. */
export const MAX_COMPANY_PLACES = 12;

/** The maximum number of companies in a select box. With more, the company filter is a combobox that searches them. */
export const MAX_COMPANY_OPTIONS = 100;
/** The maximum number of companies or places that are suggested at once. */
export const MAX_SUGGESTIONS = 20;
/** The maximum number of searches that are suggested while typing. */
export const MAX_SEARCH_SUGGESTIONS = 10;
/** The maximum number of values of a filter that accepts several. */
export const MAX_FILTER_VALUES = 10;
/** The maximum `radius` of a search (kilometers). */
export const MAX_RADIUS = 500;
/** The maximum `minsalary` (US dollars per year). */
export const MAX_DOLLARS = 1_000_000_000;
/** The maximum stated pay, in any currency and for any unit. */
export const MAX_PAY = 1_000_000_000;

/** The maximum length of a text in a query string, such as a search, a filter or an id. */
export const SEARCH_LENGTH = 500;
/** The maximum length of a query string with all parameters of a search. */
export const QUERY_LENGTH = 8_000;
/** The maximum length of a cursor. Cursors of lists by name are the longest. */
export const CURSOR_LENGTH = 2_000;

export const TITLE_LENGTH = 200;
export const LOCATION_LENGTH = 200;
/** The maximum length of the places of an imported job that do not fit into its location, joined as one text. */
export const MORE_PLACES_LENGTH = 2_000;
export const DESCRIPTION_LENGTH = 20_000;
export const COMPANY_NAME_LENGTH = 200;
export const URL_LENGTH = 2_048;

/** The limits of a company's profile: the earliest year of a founding, and the maximum numbers of its places and links. */
export const EARLIEST_FOUNDING = 1_000;
export const INDUSTRY_LENGTH = 100;
export const MAX_PROFILE_PLACES = 10;
export const MAX_PROFILE_LINKS = 6;

/** The limits of an uploaded logo: its size (bytes), and its area when decoded (pixels). */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;
export const MAX_LOGO_PIXELS = 25_000_000;
/** The maximum width and height of a stored logo (pixels). */
export const MAX_LOGO_SIDE = 512;
/** How long an unused logo is stored, because the form that uploaded it may still be open. */
export const UNUSED_LOGO_LIFETIME = 24 * 60 * 60 * 1_000;

/**
 * How long the server stores an `Idempotency-Key`. During this time, a request with the same key creates nothing more.
 */
export const IDEMPOTENCY_KEY_LIFETIME = 24 * 60 * 60 * 1_000;
export const IDEMPOTENCY_KEY_LENGTH = 255;

/**
 * The maximum length of an account id, which is a subject:
 * https://openid.net/specs/openid-connect-core-1_0.html#IDToken
 */
export const ACCOUNT_ID_LENGTH = 255;
export const ACCOUNT_NAME_LENGTH = 200;
/**
 * The maximum length of an email address, which SMTP limits together with the path:
 * https://www.rfc-editor.org/errata/eid1690
 */
export const EMAIL_LENGTH = 254;
export const BIO_LENGTH = 2_000;
/** The maximum length of the name of a board and of other short texts in its settings. */
export const SITE_NAME_LENGTH = 60;
export const SITE_TEXT_LENGTH = 200;
export const MAX_FOOTER_LINKS = 8;
/** The limits of the operator's pages: how many there are besides the specified ones, and what each has. */
export const MAX_PAGES = 30;
export const PAGE_SLUG_LENGTH = 60;
export const PAGE_TEXT_LENGTH = 100_000;
export const MAX_PAGE_POSITION = 99;
/** The number of earlier versions of a page that its screen lists. */
export const MAX_PAGE_VERSIONS = 50;
export const MAX_CATEGORIES = 30;
export const CATEGORY_SLUG_LENGTH = 60;
export const CATEGORY_NAME_LENGTH = 60;
export const CATEGORY_DESCRIPTION_LENGTH = 200;
/** The maximum number of words or phrases of a category, of its skills, and the maximum length of each. */
export const MAX_CATEGORY_TERMS = 20;
export const CATEGORY_TERM_LENGTH = 60;
/** The maximum length of the reason why a person is blocked. */
export const BLOCK_REASON_LENGTH = 500;

/** A mailed code: its number of digits, how long it is valid (minutes), and how often people may try to enter it. */
export const CODE_DIGITS = 8;
export const CODE_MINUTES = 10;
export const CODE_TRIES = 5;
/**
 * The maximum number of codes. A mailbox gets 15 codes a day, so it has at most 75 tries a day among 10^8 codes: the
 * chance to guess one is below one in a million. One network gets only a part of them. Otherwise, a stranger who
 * requests codes for an address could keep its owner from signing in.
 */
export const CODE_LIMITS = {
  perMailboxAndHour: 5,
  perMailboxAndDay: 15,
  perMailboxAndNetwork: { hour: 3, day: 9 },
  perNetworkAndHour: 30,
} as const;

/** The maximum number of passkeys of a person. */
export const MAX_PASSKEYS = 20;
export const PASSKEY_NAME_LENGTH = 60;

/** The maximum number of jobs that a person has marked, and of companies that they have hidden. */
export const MAX_JOB_MARKS = 500;
export const MAX_HIDDEN_COMPANIES = 500;
/** The maximum length of a person's note on a job. */
export const NOTE_LENGTH = 2_000;
/** The maximum number of jobs that can be read by their ids at once. */
export const MAX_READ_JOBS = 50;

/** How long an invitation to a team is valid (days), and the maximum number of open invitations of a company. */
export const INVITATION_DAYS = 14;
export const MAX_INVITATIONS = 20;
/**
 * The maximum number of invitations in 24 hours: of a company and of a person, and to an email address. Invitations
 * that were replaced, withdrawn or accepted count, too, because each was a mail to somebody who had not asked for it.
 */
export const MAX_DAILY_INVITATIONS = 50;
export const MAX_DAILY_INVITATIONS_TO_ADDRESS = 3;

/** How long an unchanged request to act for a company is stored, unless it is in review (days). */
export const CLAIM_DAYS = 180;

/** The maximum number of alerts and saved searches of a person. */
export const MAX_ALERTS = 20;

/** The size of the sign-in popup (CSS pixels). Its other parameters are in `domain/sign-in.ts`. Spec: "Sign-in". */
export const SIGN_IN_POPUP_WIDTH = 400;
export const SIGN_IN_POPUP_HEIGHT = 600;

/**
 * Rate limits, in requests per client network and minute. `read` limits reads that are not cached, `search` text
 * searches, `session` the opening and renewing of sessions, `report` the reports of jobs, `alert` the alerts of people without an account, and `preview` the previews of
 * sources. Even a person who types into the search field as fast as possible stays below the limits.
 */
export const RATE_LIMITS = {
  read: 2_400,
  search: 600,
  session: 300,
  signIn: 60,
  write: 300,
  upload: 60,
  report: 10,
  alert: 10,
  preview: 20,
} as const;

/**
 * How many times the limit of one network all networks of an IPv6 /48 network have together. It applies to the rates above
 * and to the codes of a network.
 */
export const PREFIX_LIMIT_FACTOR = 4;

export type RateLimitName = keyof typeof RATE_LIMITS;
