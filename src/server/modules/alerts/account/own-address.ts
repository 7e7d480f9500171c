import { and, eq, sql } from 'drizzle-orm';
import { alert_addresses, alertAddress } from '#server/db/alert-tables.ts';
import type { Database } from '#server/db/client.ts';
import { findAccount, lockAccounts } from '#server/modules/accounts/queries.ts';
import { createAddress, lockAddress } from '../addresses/find-address.ts';
import type { AlertAddress } from '../links/alert-links.ts';

/**
 * Finds the address for alerts of an account, and locks it. The alerts that its verified address had before become those of
 * the account, and its mails go to the address that is verified now. Returns undefined if the account does not exist, or
 * has no alerts and `timeZone` is not given.
 * @param timeZone the time zone with which a missing address is stored
 */
export async function lockOwnAddress(
  tx: Database,
  accountId: string,
  timeZone?: string,
): Promise<AlertAddress | undefined> {
  await lockAccounts(tx, [accountId]);
  const account = await findAccount(tx, accountId);
  if (!account) return undefined;
  const { verified_email: email } = account;
  const byAccount = () => findId(tx, eq(alert_addresses.account_id, accountId));
  const byEmail = () =>
    email === null
      ? undefined
      : findId(tx, eq(alertAddress(alert_addresses.address), alertAddress(email)));
  let own = await byAccount();
  let verified = await byEmail();
  if (!own && !verified) {
    if (timeZone === undefined) return undefined;
    await createAddress(tx, { address: email, timeZone, accountId });
    own = await byAccount();
    verified = await byEmail();
  }
  // Lock both in the order of their ids, so that transactions cannot deadlock.
  for (const id of [...new Set([own, verified])].sort()) if (id) await lockAddress(tx, id);
  if (own && verified && own !== verified) await moveAlerts(tx, verified, own);
  const id = own ?? verified;
  if (!id) throw new Error('The address was deleted while a search was saved');
  await tx
    .update(alert_addresses)
    .set({ account_id: accountId, address: email })
    .where(
      and(
        eq(alert_addresses.id, id),
        sql`(${alert_addresses.account_id}, lower(${alert_addresses.address})) is distinct from (${accountId}::text, lower(${email}::text))`,
      ),
    );
  return lockAddress(tx, id);
}

async function findId(tx: Database, condition: ReturnType<typeof eq>): Promise<string | undefined> {
  const [row] = await tx.select({ id: alert_addresses.id }).from(alert_addresses).where(condition);
  return row?.id;
}

/** Moves the alerts of an address to another, and deletes the address. Both are locked. */
async function moveAlerts(tx: Database, from: string, to: string): Promise<void> {
  await tx.execute(sql`
    update alerts set address_id = ${to} where address_id = ${from}
      and search_id not in (select own.search_id from alerts own where own.address_id = ${to})`);
  await tx.execute(sql`
    insert into alert_sent_jobs (address_id, job_key, sent_at)
    select ${to}, job_key, sent_at from alert_sent_jobs where address_id = ${from}
    on conflict do nothing`);
  await tx.delete(alert_addresses).where(eq(alert_addresses.id, from));
}
