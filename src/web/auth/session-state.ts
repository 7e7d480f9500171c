import type { Account } from '#shared/contract/accounts.ts';

/** The signed-in person, as far as this tab knows. */
export type SessionState =
  /** The status during server rendering, and in the browser until `start` is called. */
  | { status: 'unknown' }
  /** A silent sign-in is in progress. `account` is the account stored in the browser. */
  | { status: 'restoring'; account: Account | undefined }
  | { status: 'signed-out' }
  | { status: 'signed-in'; account: Account };

export const UNKNOWN: SessionState = { status: 'unknown' };
export const SIGNED_OUT: SessionState = { status: 'signed-out' };
