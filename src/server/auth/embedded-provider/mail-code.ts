import type { Database } from '#server/db/client.ts';
import { later, ProblemError } from '#server/http/api/problem.ts';
import { isPaused } from '#server/mail/pause.ts';
import { deleteOldCodes, requestCode, type SendCode } from './codes.ts';
import { loadKeys } from './keys.ts';

/** When a client may try again while mails are paused (s). */
const PAUSED_RETRY_AFTER = 600;

type CodeRequest = {
  /** What the code confirms. Each request replaces the code of an earlier one. */
  scope: string;
  email: string;
  network: string;
};

type Options = {
  /** The factor of the limit per network; 0 disables the limit. */
  scale: number;
  send: SendCode;
};

/**
 * Mails a code with which a signed-in person confirms an action. While mails are paused, no code is created, because it
 * would probably expire before its mail is sent.
 * @throws ProblemError 429, or 503 while mails are paused
 * @throws ServiceUnavailableError if the board cannot send mails
 */
export async function mailCode(
  db: Database,
  { scope, email, network }: CodeRequest,
  { scale, send }: Options,
): Promise<void> {
  if (await isPaused(db)) {
    throw later('This site has paused its mail. Try again later.', PAUSED_RETRY_AFTER);
  }
  const keys = await loadKeys(db);
  const isSent = await requestCode(
    db,
    { interaction: scope, email, network },
    { keys, scale, send },
  );
  // Delete old codes here: the embedded provider also deletes them, but a board may use a different provider.
  await deleteOldCodes(db);
  if (isSent) return;
  throw new ProblemError(429, 'Too many codes were requested. Try again in an hour.', {
    headers: { 'retry-after': '3600' },
  });
}
