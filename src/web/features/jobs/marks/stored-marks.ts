import type { HiddenCompany, JobMark } from '#shared/contract/marks.ts';
import { MAX_HIDDEN_COMPANIES, MAX_JOB_MARKS, NOTE_LENGTH } from '#shared/limits.ts';
import { ACCOUNT_MARKS_KEY } from '#web/auth/stored-account.ts';

export type StoredMarks = {
  jobs: JobMark[];
  companies: HiddenCompany[];
  /** The jobs and companies whose marks the server does not have yet, such as `jobs/ID`. Empty without an account. */
  unsent: string[];
};

/** The local storage key of the marks of this browser, which belong to no account. */
const BROWSER_MARKS_KEY = 'marks';

/** The version of the format. A later version reads or drops what an earlier one has stored. */
const VERSION = 1;

export const NO_MARKS: StoredMarks = { jobs: [], companies: [], unsent: [] };

/**
 * Reads the marks of an account, or those of this browser. Leaves out what is damaged, and what belongs to another account.
 */
export function readStored(account: string | undefined): StoredMarks {
  return parseMarks(readText(keyOf(account)), account);
}

/** Reads a text of the local storage. It is empty if there is none. */
export function readText(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    // Storage is forbidden, so nothing is stored.
    return '';
  }
}

/**
 * Stores the marks of an account, or those of this browser, and tells all components. Returns whether they are stored:
 * storage may be full or forbidden.
 */
export function writeStored(account: string | undefined, marks: StoredMarks): boolean {
  const key = keyOf(account);
  try {
    const isEmpty = marks.jobs.length + marks.companies.length + marks.unsent.length === 0;
    // Those of an account stay without marks, too: they say that the marks were read.
    if (isEmpty && account === undefined) {
      localStorage.removeItem(key);
    } else {
      localStorage.setItem(key, JSON.stringify({ version: VERSION, account, ...marks }));
    }
    return true;
  } catch {
    return false;
  } finally {
    dispatchEvent(new Event('storage'));
  }
}

/** The local storage key of the marks of an account, or of those of this browser. */
export const keyOf = (account: string | undefined) =>
  account === undefined ? BROWSER_MARKS_KEY : ACCOUNT_MARKS_KEY;

/** Parses stored marks. */
export function parseMarks(text: string, account: string | undefined): StoredMarks {
  const value = parseObject(text);
  if (value.version !== VERSION || value.account !== account) return NO_MARKS;
  return {
    jobs: listOf(value.jobs, isJobMark).slice(0, MAX_JOB_MARKS),
    companies: listOf(value.companies, isHiddenCompany).slice(0, MAX_HIDDEN_COMPANIES),
    unsent: listOf(value.unsent, isUnsent),
  };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    // Another program has written to the storage.
    return {};
  }
}

function listOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): Item[] {
  return Array.isArray(value) ? value.filter(isItem) : [];
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(value);

const isUnsent = (value: unknown): value is string =>
  typeof value === 'string' && isId(value.replace(/^(jobs|companies)\//, ''));

const isMoment = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));

function isJobMark(value: unknown): value is JobMark {
  if (typeof value !== 'object' || value === null) return false;
  const { job, saved, applied, hidden, note } = value as Record<string, unknown>;
  return (
    isId(job) &&
    [saved, applied, hidden].every((time) => time === null || isMoment(time)) &&
    typeof note === 'string' &&
    note.length <= NOTE_LENGTH
  );
}

function isHiddenCompany(value: unknown): value is HiddenCompany {
  if (typeof value !== 'object' || value === null) return false;
  const { company, companyname, hidden } = value as Record<string, unknown>;
  return isId(company) && typeof companyname === 'string' && isMoment(hidden);
}
