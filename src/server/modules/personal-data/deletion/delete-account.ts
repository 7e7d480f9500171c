import { redeemCode } from '#server/auth/embedded-provider/codes.ts';
import { loadKeys } from '#server/auth/embedded-provider/keys.ts';
import { mailCode } from '#server/auth/embedded-provider/mail-code.ts';
import type { Database } from '#server/db/client.ts';
import { withActor } from '#server/db/with-actor.ts';
import { badInput, forbidden, ProblemError } from '#server/http/api/problem.ts';
import { findAccount, isLastSiteAdmin } from '#server/modules/accounts/queries.ts';
import { type Confirmation, DELETION_WORD } from '#shared/domain/personal-data.ts';
import { CODE_MINUTES } from '#shared/limits.ts';
import type { DeletionMails } from './deletion-mail.ts';
import { erasePerson } from './erase-person.ts';

/** The scope of a code: the deletion of one account. */
export const deletionScope = (accountId: string) => `deletion of ${accountId}`;

/** How a person confirms the deletion: with a code if one can be sent to them, and otherwise with a typed word. */
export function confirmationFor(email: string | null, canSend: boolean): Confirmation {
  return email !== null && canSend ? 'code' : 'word';
}

type CodeOptions = {
  mails: DeletionMails;
  network: string;
  /** The factor of the limit per network; 0 disables the limit. */
  scale: number;
};

/**
 * Sends a code with which the caller confirms the deletion of their account.
 * @throws ProblemError 403, 409 if no code can be sent or the person is the last site admin, 429, or 503 while mails are
 * paused
 */
export async function sendDeletionCode(
  db: Database,
  id: string,
  { mails, network, scale }: CodeOptions,
): Promise<void> {
  const account = await findAccount(db, id);
  if (!account) throw forbidden('role');
  const { verified_email: email } = account;
  if (email === null || !mails.canSend) {
    throw new ProblemError(409, `No code can be sent to you. Type ${DELETION_WORD} instead.`);
  }
  await db.transaction((tx) => refuseLastSiteAdmin(tx, id));
  await mailCode(db, { scope: deletionScope(id), email, network }, { scale, send: mails.sendCode });
}

const UNUSABLE = `This code is no longer valid. It is valid once, for ${CODE_MINUTES} minutes. Request a new one.`;

/**
 * Deletes an account if the person has confirmed the deletion. A wrong code counts as a try.
 * @throws ProblemError 400 at `code` or `word`, 403, 409
 */
export async function deleteAccount(
  db: Database,
  id: string,
  { code, word }: { code?: string | undefined; word?: string | undefined },
  { canSend }: { canSend: boolean },
): Promise<void> {
  const keys = await loadKeys(db);
  const failure = await withActor(db, id, async (tx) => {
    await refuseLastSiteAdmin(tx, id);
    const account = await findAccount(tx, id);
    if (!account) throw forbidden('role');
    if (confirmationFor(account.verified_email, canSend) === 'word') {
      if (word?.toUpperCase() !== DELETION_WORD) {
        throw badInput([{ path: 'word', message: `must be ${DELETION_WORD}` }]);
      }
    } else {
      if (!code) throw badInput([{ path: 'code', message: 'must not be empty' }]);
      const result = await redeemCode(tx, { interaction: deletionScope(id), code }, keys);
      // Return the problem instead of throwing it, so that the transaction stores the failed try.
      if (!('email' in result)) return wrongCode(result.triesLeft);
      if (result.email !== account.verified_email) return new ProblemError(409, UNUSABLE);
    }
    await erasePerson(tx, id);
    return undefined;
  });
  if (failure) throw failure;
}

function wrongCode(triesLeft: number): ProblemError {
  const message = `is wrong. You have ${triesLeft} ${triesLeft === 1 ? 'try' : 'tries'} left`;
  return triesLeft > 0 ? badInput([{ path: 'code', message }]) : new ProblemError(409, UNUSABLE);
}

/** @throws ProblemError 409 */
async function refuseLastSiteAdmin(tx: Database, id: string): Promise<void> {
  if (!(await isLastSiteAdmin(tx, id))) return;
  throw new ProblemError(
    409,
    'You are the only site admin. Make another person a site admin before you delete your account.',
  );
}
