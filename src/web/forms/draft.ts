import { POSTING_DRAFTS } from '#shared/domain/posting.ts';

/**
 * Unsaved input of a form, in the storage of the browser. It survives a reload, a crash and the end of the session.
 * Saving, discarding and logging out remove it.
 */
export type Draft = {
  values: Record<string, string>;
  /** The `ETag` of the version that is being edited; undefined in a form that creates an item. */
  etag?: string | undefined;
  /** Sent with a creation, so that repeating the request creates nothing more. */
  idempotencyKey: string;
};

/** The storage of a draft. What a person writes before they sign in survives the end of the tab. */
function storageOf(name: string): Storage {
  const isPosting = Object.values<string>(POSTING_DRAFTS).includes(name);
  return isPosting ? localStorage : sessionStorage;
}

/** The storage key of a person's draft on a page. `page` is a path. */
export function draftName(account: { id: string }, page: string): string {
  return `${account.id} ${page}`;
}

/** The stored draft; undefined if there is none, if it is damaged, or if the form has no name. */
export function readDraft(name: string | undefined): Draft | undefined {
  if (name === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(storageOf(name).getItem(name) ?? 'null');
    return isDraft(value) ? value : undefined;
  } catch {
    // The draft is damaged, or storage is forbidden. The form starts without a draft.
    return undefined;
  }
}

/** Stores the draft; undefined removes it. */
export function storeDraft(name: string | undefined, draft: Draft | undefined): void {
  if (name === undefined) return;
  try {
    if (draft) storageOf(name).setItem(name, JSON.stringify(draft));
    else storageOf(name).removeItem(name);
  } catch {
    // Storage is full or forbidden. The input will be lost when the page is closed.
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

/** Generates 32 random hexadecimal digits. `crypto.randomUUID` is unavailable without https. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
