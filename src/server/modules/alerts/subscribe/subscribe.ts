import { and, eq, gt, isNotNull, isNull, ne, not, or, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { type IdentityKey, loadKeys } from '#server/auth/embedded-provider/keys.ts';
import { normalizeEmail } from '#server/auth/normalize-email.ts';
import { keyedDigest } from '#server/auth/signed-token.ts';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import { alert_addresses, alert_confirmations, alerts } from '#server/db/alert-tables.ts';
import type { BoardDatabase, Database } from '#server/db/client.ts';
import { mails } from '#server/db/mail-tables.ts';
import { mailboxOf } from '#server/db/mailbox.ts';
import { ProblemError } from '#server/http/api/problem.ts';
import { prefixOf } from '#server/http/rate-limits/client-network.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { FIRST_LATER_TURN, isExpired, isWaiting } from '#server/mail/waiting.ts';
import { storeSearch } from '#server/modules/alerts/searches/store-search.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import type { MailedFrequency } from '#shared/domain/alerts.ts';
import { deleteSurplusUnconfirmed, isFull } from '../addresses/alert-limit.ts';
import { findOrCreateAddress, lockAddress } from '../addresses/find-address.ts';
import type { AlertAddress } from '../links/alert-links.ts';
import { readNames } from '../searches/describe-searches.ts';
import { confirmingMail } from './confirming-mail.ts';
import { previewSearch, readSearch } from './preview-search.ts';

/** How alerts are mailed. */
export type AlertMailer = { outbox: Outbox; site: LiveSite };

type Subscription = {
  email: string;
  /** The query string of the search. */
  search: string;
  frequency: MailedFrequency;
  timeZone: string;
  /** The client network that asks. */
  network: string;
};

/**
 * Stores an alert that the owner of the address must confirm, and asks for it by mail: once a day for each mailbox, because
 * anyone may enter the address of a stranger. Nothing tells the caller whether the address was known.
 * @throws ProblemError 400 if the search is invalid, 503 if the board sends no mails
 */
export async function subscribe(
  db: BoardDatabase,
  { search: query, frequency, timeZone, network, ...given }: Subscription,
  { outbox, site }: AlertMailer,
): Promise<void> {
  requireMail(outbox);
  const email = normalizeEmail(given.email);
  const preview = await previewSearch(db, readSearch(query));
  const [key] = await loadKeys(db);
  if (!key) throw new Error('The identity provider has no key');
  const networkDigest = digestNetwork(key, network);
  await db.transaction(async (tx) => {
    // Without locks, simultaneous requests would send several mails to one mailbox, or give one turn to several mails.
    await tx.execute(sql`
      select pg_advisory_xact_lock(${ADVISORY_LOCKS.alertConfirmations}, lock)
      from (
        select hashtext(value) as lock from unnest(array[${mailboxOf(email)}, ${networkDigest}]) as value order by 1
      ) as locks
    `);
    const { id: addressId } = await findOrCreateAddress(tx, { address: email, timeZone });
    const address = await lockAddress(tx, addressId);
    await updateTimeZone(tx, address, timeZone);
    const search_id = await storeSearch(tx, preview.search);
    if (await isFull(tx, address.id, search_id)) return;
    const [alert] = await tx
      .insert(alerts)
      .values({
        id: uuidv7(),
        address_id: address.id,
        search_id,
        frequency,
        typed: preview.typed ?? null,
      })
      .onConflictDoUpdate({
        target: [alerts.address_id, alerts.search_id],
        set: { frequency, typed: preview.typed ?? null, created_at: sql`now()` },
        setWhere: isNull(alerts.confirmed_at),
      })
      .returning({ id: alerts.id });
    // A confirmed alert stays as it is, because a stranger may have entered the address.
    if (!alert) return;
    await deleteSurplusUnconfirmed(tx, address.id);
    if (await wasAsked(tx, email)) return;
    const id = uuidv7();
    const mail = confirmingMail(
      { ...preview, address, alert: alert.id, names: await readNames(tx, [query]) },
      site,
    );
    const turn = await findTurn(tx, networkDigest);
    if ((await outbox.queue(tx, { ...mail, id, to: email, turn })) === 'refused') return;
    await tx.insert(alert_confirmations).values({ id, network: networkDigest });
  });
}

/** Stores the time zone that was stated last, until the owner of the address has confirmed an alert. */
async function updateTimeZone(
  tx: Database,
  { id, account_id, time_zone }: AlertAddress,
  stated: string,
): Promise<void> {
  if (account_id !== null || time_zone === stated) return;
  const confirmed = and(eq(alerts.address_id, id), isNotNull(alerts.confirmed_at));
  if ((await tx.$count(alerts, confirmed)) > 0) return;
  await tx.update(alert_addresses).set({ time_zone: stated }).where(eq(alert_addresses.id, id));
}

/** @throws ProblemError 503 if the board sends no mails */
export function requireMail({ canSend }: Pick<Outbox, 'canSend'>): void {
  if (canSend) return;
  throw new ProblemError(
    503,
    'This site sends no emails. Follow the search with its feed instead.',
    {
      reason: 'no mail server',
    },
  );
}

/** Tells networks apart without storing them. Like other limits, turns count the routing prefix of IPv6. */
function digestNetwork(key: IdentityKey, network: string): string {
  return keyedDigest(key, 'alert network', prefixOf(network));
}

/** Whether the mailbox was asked for a confirmation within a day. A mail that did not leave the board asks nobody. */
async function wasAsked(tx: Database, email: string): Promise<boolean> {
  const [asked] = await tx
    .select({ id: alert_confirmations.id })
    .from(mails)
    .innerJoin(alert_confirmations, eq(alert_confirmations.id, mails.id))
    .where(
      and(
        eq(mailboxOf(mails.to_address), mailboxOf(email)),
        gt(mails.created_at, sql`now() - interval '1 day'`),
        ne(mails.status, 'failed'),
        or(ne(mails.status, 'queued'), isNull(mails.expires_at), not(isExpired)),
      ),
    )
    .limit(1);
  return asked !== undefined;
}

/** Finds the turn of a mail among those that wait, as `findTurn` of codes does: networks take turns. */
async function findTurn(tx: Database, network: string): Promise<number> {
  const waiting = tx
    .select({
      own: sql<number>`max(${mails.turn}) filter (where ${alert_confirmations.network} = ${network}) + 1`.as(
        'own',
      ),
      first: sql<number>`min(${mails.turn})`.as('first'),
    })
    .from(alert_confirmations)
    .innerJoin(mails, eq(mails.id, alert_confirmations.id))
    .where(isWaiting)
    .as('waiting');
  const [row] = await tx
    .select({
      turn: sql<number>`coalesce(${waiting.own}, ${waiting.first}, ${FIRST_LATER_TURN})::int`,
    })
    .from(waiting);
  return row?.turn ?? FIRST_LATER_TURN;
}
