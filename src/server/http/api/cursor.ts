import { INVALID_CURSOR } from '#shared/contract/parameters.ts';
import { badInput } from './problem.ts';

/**
 * Keyset pagination: the sort key and the id of the last row of a page. Clients treat a cursor as opaque, so a list can
 * change its order without breaking them.
 */
export type Cursor = { key: string; id: string };

function encodeCursor({ key, id }: Cursor): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url');
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
    const [key, id, ...rest]: unknown[] = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (
      typeof key === 'string' &&
      isKey(key) &&
      typeof id === 'string' &&
      isRowId(id) &&
      !rest.length
    ) {
      return { key, id };
    }
  } catch {
    // The text is not JSON in base64url. It is refused below, like any other invalid cursor.
  }
  throw badInput([{ path: 'cursor', message: INVALID_CURSOR }]);
}

/**
 * One page of a list.
 * @param rows up to `limit + 1` rows; the additional row means that another page follows
 * @returns the page and the cursor of the next one; the last page has no `next`
 */
export function pageOf<Row>(
  rows: Row[],
  limit: number,
  cursorOf: (last: Row) => Cursor,
): { page: Row[]; next?: string } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (rows.length <= limit || !last) return { page };
  return { page, next: encodeCursor(cursorOf(last)) };
}

/**
 * Whether the text is a timestamp in the format of `toISOString`. Parsing alone is not enough: `Date` accepts a 30th of
 * February, and PostgreSQL has no year 0.
 */
export function isTimestamp(key: string): boolean {
  const date = new Date(key);
  return date.getUTCFullYear() > 0 && key.length === 24 && date.toISOString() === key;
}

/** Whether the text is a UUID, the format of every row id. No row can have any other id. */
export function isId(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}
