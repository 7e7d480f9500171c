import { NO_CURSOR } from '#shared/contract/parameters.ts';
import { badInput } from './problem.ts';

/**
 * Where a list goes on: the sort key and the id of the last row sent. Opaque to callers, so that a
 * list can change its order without breaking them.
 */
export type Cursor = { key: string; id: string };

function encodeCursor({ key, id }: Cursor): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url');
}

/** @throws ProblemError 400 naming `cursor` where the text is none of ours. */
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
    // Not base64url of JSON: refused below, like any other text that is not ours.
  }
  throw badInput([{ path: 'cursor', message: NO_CURSOR }]);
}

/**
 * One page of a list, of which one row more than `limit` was read, and where the list goes on; `next`
 * is absent where it ends.
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

/** A moment as we write it: `Date` would take a 30th of February too, PostgreSQL takes no year 0. */
export function isMoment(key: string): boolean {
  const moment = new Date(key);
  return moment.getUTCFullYear() > 0 && key.length === 24 && moment.toISOString() === key;
}

/** Whether this can be the id of a row; anything else is simply unknown. */
export function isId(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}
