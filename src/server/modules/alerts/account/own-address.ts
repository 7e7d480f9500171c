import { asc, eq, or } from 'drizzle-orm';
import { alert_addresses, alertAddress } from '#server/db/alert-tables.ts';
import type { Database } from '#server/db/client.ts';
import { findAccount, lockAccounts } from '#server/modules/accounts/queries.ts';
import { expireAlertMails } from '../addresses/alert-mails.ts';
import { createAddress, lockAddress } from '../addresses/find-address.ts';
import { resumeAddress } from '../addresses/pause-address.ts';
import type { AlertAddress } from '../links/alert-links.ts';
import { mergeAddresses } from './merge-addresses.ts';

type Options = {
  /** The time zone with which a missing address is stored. */
  timeZone?: string;
  /** Whether the account only reads its searches. Then another account with the same verified address keeps its mails. */
  isRead?: boolean;
};

/**
 * Finds the address for alerts of an account, and locks it. The alerts that its verified address had without an account
 * become those of the account, and its mails go to the address that is verified now. An address has the alerts of one
 * account: one that has verified it as well, or earlier, gets no more mails there. Returns undefined if the account does not
 * exist, or has no alerts and `timeZone` is not given.
 */
export async function lockOwnAddress(
  tx: Database,
  accountId: string,
  { timeZone, isRead = false }: Options = {},
): Promise<AlertAddress | undefined> {
  await lockAccounts(tx, [accountId]);
  const account = await findAccount(tx, accountId);
  if (!account) return undefined;
  const { verified_email: verified } = account;
  const rows = await lockRows(tx, accountId, verified);
  const own = rows.find(({ account_id }) => account_id === accountId);
  const unowned = rows.find(({ account_id }) => account_id === null);
  const foreign = rows.find((row) => row !== own && row !== unowned);
  if (foreign && !isRead) await moveMails(tx, foreign, null);
  const kept = own && unowned ? await mergeAddresses(tx, own, unowned) : (own ?? unowned);
  if (!kept) {
    if (timeZone === undefined) return undefined;
    await createAddress(tx, { address: verified, timeZone, accountId });
    return lockOwnAddress(tx, accountId);
  }
  if (kept !== own) await adopt(tx, kept, accountId);
  await moveMails(tx, kept, foreign && isRead ? null : verified);
  return lockAddress(tx, kept.id);
}

/** Locks the address of an account and the one that it has verified, in the order of their ids against deadlocks. */
function lockRows(tx: Database, accountId: string, email: string | null): Promise<AlertAddress[]> {
  const ofAccount = eq(alert_addresses.account_id, accountId);
  return tx
    .select()
    .from(alert_addresses)
    .where(
      email === null
        ? ofAccount
        : or(ofAccount, eq(alertAddress(alert_addresses.address), alertAddress(email))),
    )
    .orderBy(asc(alert_addresses.id))
    .for('update');
}

/** Gives an address to the account that has verified it. The verification shows that mails arrive. */
async function adopt(tx: Database, row: AlertAddress, account_id: string): Promise<void> {
  await tx.update(alert_addresses).set({ account_id }).where(eq(alert_addresses.id, row.id));
  if (row.pause_reason === 'undeliverable') await resumeAddress(tx, row);
}

/**
 * Sends the mails of alerts to another address from now on, or to none. A new address has not refused mails yet. The caller
 * has locked the row.
 */
async function moveMails(tx: Database, row: AlertAddress, address: string | null): Promise<void> {
  if (row.address?.toLowerCase() === address?.toLowerCase()) return;
  await expireAlertMails(tx, row.address);
  await tx.update(alert_addresses).set({ address }).where(eq(alert_addresses.id, row.id));
  if (address !== null && row.pause_reason === 'undeliverable') await resumeAddress(tx, row);
}
