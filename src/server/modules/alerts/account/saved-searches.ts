import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { alerts } from '#server/db/alert-tables.ts';
import type { BoardDatabase, Database } from '#server/db/client.ts';
import { forbidden, notFound, ProblemError } from '#server/http/api/problem.ts';
import { findAccount, lockAccounts, lockCaller } from '#server/modules/accounts/queries.ts';
import type { SavedSearch, SavedSearchList } from '#shared/contract/alerts.ts';
import type { AlertFrequency } from '#shared/domain/alerts.ts';
import { MAX_ALERTS } from '#shared/limits.ts';
import { alertPages } from '#shared/urls/outside-paths.ts';
import { isFull } from '../addresses/alert-limit.ts';
import { expireUnwantedMails } from '../addresses/alert-mails.ts';
import { firstDue } from '../addresses/pause-address.ts';
import { deleteAlert, lastMatch } from '../commands.ts';
import { type AlertAddress, createLinkToken } from '../links/alert-links.ts';
import { presentSavedSearch } from '../presenter.ts';
import { countNewJobs, listAlerts } from '../queries.ts';
import { readNames } from '../searches/describe-searches.ts';
import { storeSearch } from '../searches/store-search.ts';
import { previewSearch, readSearch } from '../subscribe/preview-search.ts';
import { type AlertMailer, requireMail } from '../subscribe/subscribe.ts';
import { lockOwnAddress } from './own-address.ts';

/** How long the link to the page of all emails is valid (ms), which needs no sign-in. */
const LINK_LIFETIME = 86_400_000;

/** Lists the confirmed alerts of an account, with those that its verified address had before. */
export async function listSavedSearches(db: Database, accountId: string): Promise<SavedSearchList> {
  const address = await db.transaction((tx) => lockOwnAddress(tx, accountId, { isRead: true }));
  if (!address) {
    const account = await findAccount(db, accountId);
    return { email: account?.verified_email ?? null, paused: null, manage: null, results: [] };
  }
  const expiresAt = new Date(Date.now() + LINK_LIFETIME);
  return {
    email: address.address,
    paused: address.pause_reason,
    manage:
      address.address === null
        ? null
        : alertPages.manage(createLinkToken(address, 'manage', { expiresAt })),
    results: await readSavedSearches(db, address.id),
  };
}

async function readSavedSearches(db: Database, addressId: string): Promise<SavedSearch[]> {
  const { confirmed } = await listAlerts(db, addressId);
  const newJobs = await countNewJobs(db, addressId);
  const names = await readNames(
    db,
    confirmed.map(({ query }) => query),
  );
  return confirmed.map((alert) => presentSavedSearch(alert, newJobs.get(alert.id) ?? 0, names));
}

type NewSearch = { search: string; frequency: AlertFrequency; timeZone: string };

/**
 * Saves a search of an account. It needs no confirmation, because the account's address is verified.
 * @throws ProblemError 400 if the search is invalid, 403, 409 if the account has too many searches or no verified address
 * for emails, 503 if it asks for emails and the board sends none
 */
export async function saveSearch(
  db: BoardDatabase,
  accountId: string,
  { search, frequency, timeZone }: NewSearch,
  { outbox }: Pick<AlertMailer, 'outbox'>,
): Promise<SavedSearch> {
  if (frequency !== 'never') requireMail(outbox);
  const preview = await previewSearch(db, readSearch(search));
  const saved = await db.transaction(async (tx) => {
    const address = await lockCallersAddress(tx, accountId, timeZone);
    if (!address) throw forbidden('role');
    requireAddress(address, frequency);
    const search_id = await storeSearch(tx, preview.search);
    if (await isFull(tx, address.id, search_id)) {
      throw new ProblemError(
        409,
        `You have ${MAX_ALERTS} saved searches. Delete one before you save another.`,
      );
    }
    const now = new Date();
    const due_at = address.paused_at
      ? null
      : firstDue({ frequency, confirmed_at: now }, address, now);
    const [alert] = await tx
      .insert(alerts)
      .values({
        id: uuidv7(),
        address_id: address.id,
        search_id,
        frequency,
        typed: preview.typed ?? null,
        confirmed_at: now,
        seen_at: now,
        seen_number: sql`coalesce((select max(number) from alert_matches where alert_matches.search_id = ${search_id}), 0)`,
        due_at,
      })
      .onConflictDoUpdate({
        target: [alerts.address_id, alerts.search_id],
        set: { frequency, due_at, confirmed_at: sql`coalesce(alerts.confirmed_at, now())` },
      })
      .returning({ id: alerts.id });
    return { id: alert?.id, addressId: address.id };
  });
  const all = await readSavedSearches(db, saved.addressId);
  const own = all.find(({ id }) => id === saved.id);
  if (!own) throw notFound('search');
  return own;
}

/** @throws ProblemError 409 if emails are wanted and the account has no verified address */
function requireAddress({ address }: AlertAddress, frequency: AlertFrequency): void {
  if (frequency === 'never' || address !== null) return;
  throw new ProblemError(
    409,
    'Your account has no verified email address, so the search can send no emails. Choose “No emails”.',
  );
}

type Change = { frequency?: AlertFrequency | undefined; seen?: true | undefined };

/**
 * Changes a search of an account.
 * @throws ProblemError 403, 404, 409 if emails are wanted and the account has no verified address, 503 if the board sends
 * none
 */
export async function changeSavedSearch(
  db: Database,
  accountId: string,
  id: string,
  { change, outbox }: { change: Change } & Pick<AlertMailer, 'outbox'>,
): Promise<void> {
  const { frequency, seen } = change;
  if (frequency && frequency !== 'never') requireMail(outbox);
  await db.transaction(async (tx) => {
    const address = await lockCallersAddress(tx, accountId);
    const alert = address && (await findOwn(tx, address.id, id));
    if (!alert) throw notFound('search');
    if (frequency) {
      requireAddress(address, frequency);
      const due_at = address.paused_at
        ? null
        : firstDue({ ...alert, frequency }, address, new Date());
      await tx.update(alerts).set({ frequency, due_at }).where(eq(alerts.id, id));
      await expireUnwantedMails(tx, address);
    }
    if (seen) {
      await tx
        .update(alerts)
        .set({ seen_at: new Date(), seen_number: lastMatch() })
        .where(eq(alerts.id, id));
    }
  });
}

/**
 * Deletes a search of an account.
 * @throws ProblemError 403, 404
 */
export async function deleteSavedSearch(
  db: Database,
  accountId: string,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const address = await lockCallersAddress(tx, accountId);
    const alert = address && (await findOwn(tx, address.id, id));
    if (!alert || !(await deleteAlert(tx, address, id))) throw notFound('search');
  });
}

/**
 * Locks the address for alerts of the caller, whose account is locked first: simultaneous requests that share the lock of
 * `lockCaller` could not get a stronger one.
 * @throws ProblemError 401, 403
 */
async function lockCallersAddress(
  tx: Database,
  accountId: string,
  timeZone?: string,
): Promise<AlertAddress | undefined> {
  await lockAccounts(tx, [accountId]);
  await lockCaller(tx, accountId, 'authenticated');
  return lockOwnAddress(tx, accountId, timeZone === undefined ? {} : { timeZone });
}

async function findOwn(tx: Database, addressId: string, id: string) {
  const [alert] = await tx
    .select({ confirmed_at: alerts.confirmed_at })
    .from(alerts)
    .where(
      and(eq(alerts.id, id), eq(alerts.address_id, addressId), isNotNull(alerts.confirmed_at)),
    );
  return alert;
}
