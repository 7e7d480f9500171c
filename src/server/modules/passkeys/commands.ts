import { describeDevice, UNKNOWN_DEVICE } from '#server/auth/embedded-provider/device.ts';
import {
  type AdditionResponse,
  additionOptions,
  addPasskey,
  type NotifyPasskey,
} from '#server/auth/embedded-provider/passkey-ceremonies.ts';
import {
  deletePasskey,
  listPasskeys,
  type PasskeyRow,
} from '#server/auth/embedded-provider/passkeys.ts';
import { findSession } from '#server/auth/embedded-provider/sessions.ts';
import { findUser, type User } from '#server/auth/embedded-provider/users.ts';
import type { Database } from '#server/db/client.ts';
import type { Caller } from '#server/http/api/caller.ts';
import { isId } from '#server/http/api/cursor.ts';
import { notFound, ProblemError } from '#server/http/api/problem.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import type { CreationOptions } from '#shared/contract/passkeys.ts';
import { MAX_PASSKEYS } from '#shared/limits.ts';

/**
 * Creates the options with which the caller's browser creates a passkey.
 * @throws ProblemError 409
 */
export async function createOptions(
  db: Database,
  party: LiveSite,
  caller: Caller,
): Promise<CreationOptions> {
  const user = await requireUser(db, caller);
  return additionOptions(db, party, { user, holder: holderOf(caller) });
}

/**
 * Adds a passkey of the caller, and queues a mail about it.
 * @throws ProblemError 400 or 409
 */
export async function addCallersPasskey(
  db: Database,
  { party, notify }: { party: LiveSite; notify: NotifyPasskey },
  caller: Caller,
  { name: typed, response }: { name: string | undefined; response: AdditionResponse },
): Promise<PasskeyRow> {
  const user = await requireUser(db, caller);
  const name = typed || (await deviceOf(db, caller)) || UNKNOWN_DEVICE;
  const holder = holderOf(caller);
  const row = await addPasskey(db, { party, notify }, { user, holder, name, response });
  if (!row) throw new ProblemError(400, 'This passkey could not be verified. Try again.');
  return row;
}

/** @throws ProblemError 404 */
export async function removePasskey(db: Database, caller: Caller, id: string): Promise<void> {
  if (!isId(id) || !(await deletePasskey(db, caller.id, id))) throw notFound('passkey');
}

/**
 * Finds the caller at the embedded provider.
 * @throws ProblemError 409 if the caller cannot add a passkey
 */
async function requireUser(db: Database, { id }: Caller): Promise<User> {
  const [user, passkeys = []] = await Promise.all([findUser(db, id), listPasskeys(db, id)]);
  if (!user) throw new ProblemError(409, 'Your sign-in does not support passkeys.');
  if (passkeys.length >= MAX_PASSKEYS) {
    throw new ProblemError(409, `You have ${MAX_PASSKEYS} passkeys. Remove one first.`);
  }
  return user;
}

/** The session of the caller. Only the session that requested the options can use their challenge. */
const holderOf = ({ session = '' }: Caller) => session;

async function deviceOf(db: Database, { session = '' }: Caller): Promise<string> {
  return describeDevice((await findSession(db, session))?.user_agent ?? '');
}
