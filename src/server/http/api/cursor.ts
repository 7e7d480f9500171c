import { INVALID_CURSOR } from '#shared/contract/parameters.ts';
import { badInput } from './problem.ts';

/**
 * Keyset pagination: the sort key and the id of the last row of a page. Clients treat a cursor as opaque, so a list can
 * change its order without breaking them.
 */
export type Cursor = {
  /** The sort key. If it ends with a tab and base64url, this end is not encoded again; see `encodeCursor`. */
  key: string;
  id: string;
  /** The number of results up to and including this row when its page was read; undefined if unknown. */
  offset?: number | undefined;
};

/**
 * Encodes a cursor. If the key ends with a tab and base64url, this end follows a dot, because encoding it again would
 * lengthen it by a third.
 */
function encodeCursor({ key, id, offset }: Cursor): string {
  const [encoded = ''] = /\t[\w-]*$/.exec(key) ?? [];
  const others = [key.slice(0, key.length - encoded.length), id, offset];
  return Buffer.from(JSON.stringify(others)).toString('base64url') + encoded.replace('\t', '.');
}

/**
 * Decodes a cursor.
 * @throws ProblemError 400 naming `cursor` if the text is not a cursor of this list
 */
export function decodeCursor(
  text: string,
  isKey: (key: string) => boolean,
  isRowId: (id: string) => boolean = isId,
): Cursor {
  try {
    const [others = '', ...encoded] = text.split('.');
    const [start, id, offset = null, ...rest]: unknown[] = JSON.parse(
      Buffer.from(others, 'base64url').toString(),
    );
    const key = [start, ...encoded].join('\t');
    if (
      typeof start === 'string' &&
      isKey(key) &&
      typeof id === 'string' &&
      isRowId(id) &&
      (offset === null || isOffset(offset)) &&
      !rest.length
    ) {
      return { key, id, ...(offset !== null && { offset }) };
    }
  } catch {
    // The text is not JSON in base64url. Go on, because it is refused below like any other invalid cursor.
  }
  throw badInput([{ path: 'cursor', message: INVALID_CURSOR }]);
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

function isOffset(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
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
