/**
 * Unsaved input of a form, stored in this tab's session storage. It survives the end of the session, a reload and a
 * crash. Saving, discarding or logging out removes it.
 */
export type Draft = {
  values: Record<string, string>;
  /** The `ETag` of the version being edited; absent in a form that creates something. */
  etag?: string | undefined;
  /** Sent when creating, so that a repeated request creates nothing more. */
  idempotencyKey: string;
};

/** The storage key for a person's draft on a page. `page` is a path. */
export function draftName(account: { id: string }, page: string): string {
  return `${account.id} ${page}`;
}

/** The stored draft; undefined if none is stored or it is damaged. A form without a name has none. */
export function readDraft(name: string | undefined): Draft | undefined {
  if (name === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null');
    return isDraft(value) ? value : undefined;
  } catch {
    // The draft is damaged, or storage is forbidden: the form starts without it.
    return undefined;
  }
}

/** Stores the draft; undefined removes it. */
export function storeDraft(name: string | undefined, draft: Draft | undefined): void {
  if (name === undefined) return;
  try {
    if (draft) sessionStorage.setItem(name, JSON.stringify(draft));
    else sessionStorage.removeItem(name);
  } catch {
    // Storage is full or forbidden: the input is lost when the page closes.
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

/** 32 random hexadecimal digits. `crypto.randomUUID` needs https. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
