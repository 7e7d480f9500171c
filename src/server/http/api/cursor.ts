import { INVALID_CURSOR } from '#shared/contract/parameters.ts';
import { badInput } from './problem.ts';

/**
 * Keyset pagination: the sort key and the id of the last row of a page. Clients treat a cursor as opaque, so a list can
 * change its order without breaking them.
 */
export type Cursor = {
  /** The sort key. */
  key: string;
  id: string;
  /** The number of results up to and including this row when its page was read; undefined if unknown. */
  offset?: number | undefined;
};

/**
 * Encodes a cursor: its key, id and offset, separated by dots. A UUID takes 22 characters instead of 36, because a page
 * contains its cursor twice.
 */
export function encodeCursor({ key, id, offset }: Cursor): string {
  const shortId = isId(id)
    ? Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
    : `~${Buffer.from(id).toString('base64url')}`;
  const parts = [Buffer.from(key).toString('base64url'), shortId, offset?.toString(OFFSET_BASE)];
  return parts.filter((part) => part !== undefined).join('.');
}

/** The base in which the offset is written. */
const OFFSET_BASE = 36;

/** Matches a cursor. A tilde precedes an id that is no UUID. */
const CURSOR =
  /^(?<key>[\w-]*)\.(?:(?<uuid>[\w-]{22})|~(?<other>[\w-]+))(?:\.(?<offset>[1-9a-z][\da-z]{0,9}))?$/;

/**
 * Decodes a cursor.
 * @throws ProblemError 400 naming `cursor` if the text is not a cursor of this list
 */
export function decodeCursor(
  text: string,
  isKey: (key: string) => boolean,
  isRowId: (id: string) => boolean = isId,
): Cursor {
  const { key: encoded, uuid, other = '', offset } = { ...CURSOR.exec(text)?.groups };
  const key = Buffer.from(encoded ?? '', 'base64url').toString();
  const id = uuid
    ? uuidOf(Buffer.from(uuid, 'base64url').toString('hex'))
    : Buffer.from(other, 'base64url').toString();
  const results = offset === undefined ? undefined : Number.parseInt(offset, OFFSET_BASE);
  const isValid =
    encoded !== undefined &&
    isKey(key) &&
    isRowId(id) &&
    (results === undefined || Number.isSafeInteger(results));
  if (!isValid) throw badInput([{ path: 'cursor', message: INVALID_CURSOR }]);
  return { key, id, ...(results !== undefined && { offset: results }) };
}

/** Writes 32 hexadecimal digits as a UUID. */
function uuidOf(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * One page of a list.
 * @param rows up to `limit + 1` rows; the additional row means that another page follows
 * @param after the cursor of this page; undefined for the first page
 * @param sizeOf returns the number of results that a row stands for, such as all postings of a job
 * @returns the page, the number of results on earlier pages, and the cursor of the next page. The last page has no
 * `next`, and the first page no `offset`.
 */
export function pageOf<Row>(
  rows: Row[],
  limit: number,
  cursorOf: (last: Row) => Cursor,
  after?: Cursor,
  sizeOf: (row: Row) => number = () => 1,
): { page: Row[]; next?: string; offset?: number } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const { offset } = after ?? { offset: 0 };
  const more = rows.length > limit && last;
  return {
    page,
    ...(offset && { offset }),
    ...(more && {
      next: encodeCursor({
        ...cursorOf(last),
        offset:
          offset === undefined ? undefined : page.reduce((sum, row) => sum + sizeOf(row), offset),
      }),
    }),
  };
}

/**
 * Whether the text is a timestamp in the format of `toISOString`. Parsing alone is not enough: `Date` accepts a 30th of
 * February, and PostgreSQL has no year 0.
 */
export function isTimestamp(key: string): boolean {
  const date = new Date(key);
  return date.getUTCFullYear() > 0 && key.length === 24 && date.toISOString() === key;
}

/** Whether the text is a UUID. All ids of rows are UUIDs. */
export function isId(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}
