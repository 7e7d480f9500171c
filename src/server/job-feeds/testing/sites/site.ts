import { escapeHtml } from '../feed-server-jobs.ts';

/** A job of a made-up employer, in the same form for every system. */
export type Posting = {
  /** The number from which each system makes the job's ids. */
  number: number;
  title: string;
  /** A paragraph of the description. */
  text: string;
  /** The description in HTML. */
  html: string;
  city: string;
  /** When the job was posted: ISO 8601, or the milliseconds since 1970. */
  posted: string | number;
  /** When the job was last changed (ISO 8601). */
  changed: string;
};

export type Fields = Record<string, unknown>;

/** How the site of a system answers for an employer: with the employer's postings in the system's own format. */
export type Site = {
  /** The tenant of a customer. The customer's name is in the URL of each request. */
  tenant(customer: string): string;
  format: 'json' | 'xml';
  names: {
    /**
     * JSON: the member that is the list; undefined if the whole response is the list. XML: the elements that are
     * entries.
     */
    list?: string;
    /** The fields from which the id of an entry is read. */
    ids: string[];
    /** The field with the title; undefined if the list has no titles. */
    title?: string;
  };
  /** Deviations from the system's format that are accepted. */
  allows?: {
    /** JSON: a list without the object around it. */
    bareList?: boolean;
    /** XML: a root element of any name. */
    anyRoot?: boolean;
  };
  /** The number of entries of a page; undefined if one response has all entries. */
  pageSize?: number;
  entry(posting: Posting, customer: string): Fields;
  /**
   * The response with the list or a page of it. XML is an object with the root element as its only member.
   * @returns undefined if the request is not for the list (404)
   */
  list(entries: Fields[], request: SiteRequest): unknown;
  detail?: SiteDetail;
};

/** How a system answers for a single job. */
type SiteDetail = {
  /**
   * Finds the posting in the URL of a single job.
   * @returns its number; undefined if the URL does not lead to a single job
   */
  numberIn(url: URL): number | undefined;
  fields(posting: Posting, customer: string): Fields;
  /** The paths of the members that the response for a job must have. */
  required: string[][];
  /** Whether the response is a page with the fields as JSON-LD. */
  isPage?: boolean;
};

export type SiteRequest = { url: URL; body: string; customer: string };

/** The postings with these numbers. */
export function postingsOf(numbers: number[], values: Partial<Posting> = {}): Posting[] {
  return numbers.map((number) => {
    const text = `You weave cloth number ${number} of wool & silk on a large loom in our old mill.`;
    return {
      number,
      title: `Köchin ${number}`,
      text,
      html: `<p>${escapeHtml(text)}</p>`,
      city: 'Köln',
      posted: '2026-03-02T09:00:00.000Z',
      changed: '2026-04-01T09:00:00Z',
      ...values,
    };
  });
}

/** An id in the format of a UUID. */
export const uuid = (number: number) =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** The number in an id at the end of a URL's path. */
export function numberAtEnd(url: URL, pattern: RegExp): number | undefined {
  const [, digits] = pattern.exec(url.pathname) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** The entries of a page. */
export function pageOf(entries: Fields[], offset: number, size: number): Fields[] {
  return entries.slice(offset, offset + size);
}
