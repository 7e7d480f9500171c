/**
 * What someone has written and not saved, kept in this tab until it is saved or thrown away: it
 * outlives the end of a session in the middle of it, a reload and a crash, but not logging out.
 */
export type Draft = {
  values: Record<string, string>;
  /** The version that it started from; absent for something new. */
  etag?: string | undefined;
  /** By which the server knows the same creation again. */
  idempotencyKey: string;
};

/** Whose text it is, and on which page it was written. */
export function draftName(account: { id: string }, page: string): string {
  return `${account.id} ${page}`;
}

export function readDraft(name: string): Draft | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null');
    return isDraft(value) ? value : undefined;
  } catch {
    // Damaged, or storage is forbidden here: the form begins anew.
    return undefined;
  }
}

/** Undefined: there is none any more. */
export function keepDraft(name: string, draft: Draft | undefined): void {
  try {
    if (draft) sessionStorage.setItem(name, JSON.stringify(draft));
    else sessionStorage.removeItem(name);
  } catch {
    // Storage is full or forbidden: the text then lives as long as the page.
  }
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  const { values, etag, idempotencyKey } = value as Partial<Record<keyof Draft, unknown>>;
  return (
    typeof values === 'object' &&
    values !== null &&
    Object.values(values).every((text) => typeof text === 'string') &&
    (etag === undefined || typeof etag === 'string') &&
    typeof idempotencyKey === 'string'
  );
}

/** Not `crypto.randomUUID`, which browsers have on https alone. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
