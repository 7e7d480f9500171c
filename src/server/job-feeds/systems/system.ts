import type { FeedClient } from '../fetch/fetch-client.ts';
import type { FeedJob } from './feed-job.ts';

/** What identifies a source within a system: the customer of the system, or the URL of a feed. */
export type FeedAddress = {
  /**
   * The customer's name in the system's URLs, or the URL of a feed. Most systems ignore the case of names, so names are
   * stored in lower case unless the system distinguishes the case.
   */
  tenant: string;
  /** The settings of this source on its screen, such as the names of the elements of an XML feed. */
  settings?: Readonly<Record<string, string>> | undefined;
};

/** A setting of a system, for the screen of a source. */
export type Setting = {
  label: string;
  /** What is used while the setting is empty: a value, or a description of it in a few words. */
  usual: string;
};

/** An entry of a list of jobs. */
export type ListedItem = {
  /** The id at the source; undefined if the entry states none. */
  id: string | undefined;
  /** The entry as the system writes it. `toJob` validates it, so it can be anything. */
  data: unknown;
};

/** Data that is known only after the last entry of a list. */
export type ListEnd = {
  /**
   * Whether the list has all jobs of the source: it was read to its end, it has as many entries as it says, and it has
   * the expected format. An incomplete list closes no job.
   */
  isComplete: boolean;
  /** The name of the company, if the list states it. */
  company?: string | undefined;
};

/**
 * The outcome of converting an entry: a job, or the reason why the entry is left out. An entry is malformed if it does
 * not have the system's format, so that it does not show whether there is a job.
 */
export type Converted = FeedJob | { reason: string; isMalformed?: boolean };

/**
 * An applicant tracking system, or a format of feeds. Each is one file with this interface and one line in
 * `systems.ts`.
 */
export type System = {
  /** The id in `sources.system` and `jobs.source`, such as `greenhouse`. */
  id: string;
  /** The name as people write it, such as "Greenhouse". */
  name: string;
  /** Whether an id is unique in the whole system, or only among the jobs of one tenant. */
  idScope: 'system' | 'tenant';
  /** The minimum time between two requests to a host of this system (ms). */
  interval: number;
  /**
   * The validator that the system is known to send with its list. `any` if this is not known, and `none` if a list
   * takes several requests, which cannot be conditional.
   */
  conditional: 'ETag' | 'Last-Modified' | 'any' | 'none';
  /** Whether recorded responses of the system confirm the format. */
  isVerified: boolean;
  /** The settings that each source can have, by name: 1 to 30 lower-case letters. */
  settings?: Readonly<Record<string, Setting>>;
  /** Whether the system reads web pages, so that robots.txt must be obeyed. APIs and feeds are made for programs. */
  readsPages?: boolean;
  /**
   * Finds the tenant in the URL of a career page, a job board or one job.
   * @returns undefined if the URL is not of this system
   */
  recognize(url: URL): string | undefined;
  /**
   * Matches the tenant (first group) in the code with which other pages embed the job board. Set only if that code has
   * no URL that `recognize` knows. The expression is global, because it searches the attributes and scripts of a page.
   */
  embed?: RegExp;
  /** Whether a text can be a tenant of the system: a plain DNS label, unless the system's tenants are URLs. */
  isTenant(tenant: string): boolean;
  /** The hosts from which the source is read. Redirects to other hosts are refused. */
  hosts(address: FeedAddress): string[];
  /** The page on which people see the jobs of the source. */
  pageUrl(address: FeedAddress): string;
  /**
   * Reads the list of jobs, page by page.
   * @throws UnreadableFeedError if the response is not a list of this system
   * @throws FetchError
   */
  list(address: FeedAddress, client: FeedClient): AsyncGenerator<ListedItem[], ListEnd>;
  /**
   * Reads the details of a job, if the list does not have them. Called only for entries that are new or that have
   * changed.
   * @returns the `data` for `toJob`
   */
  detail?(address: FeedAddress, item: ListedItem, client: FeedClient): Promise<unknown>;
  /** Converts an entry. */
  toJob(data: unknown, address: FeedAddress): Converted;
};

/** Thrown if a response or a file is not a feed of its system. The message gives the reason. Nothing is imported. */
export class UnreadableFeedError extends Error {
  override name = 'UnreadableFeedError';
}
