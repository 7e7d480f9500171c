import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import { and, eq, gt, inArray, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import type { Database } from '#server/db/client.ts';
import { identity_codes } from '#server/db/identity-tables.ts';
import { mails } from '#server/db/mail-tables.ts';
import { mailboxOf } from '#server/db/mailbox.ts';
import { prefixOf } from '#server/http/rate-limits/client-network.ts';
import { expireMails, type Mail } from '#server/mail/outbox.ts';
import { isWaiting, isWaitingCode } from '#server/mail/waiting.ts';
import {
  CODE_DIGITS,
  CODE_LIMITS,
  CODE_MINUTES,
  CODE_TRIES,
  PREFIX_LIMIT_FACTOR,
} from '#shared/limits.ts';
import type { IdentityKey } from './keys.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type CodeRequest = {
  /** The sign-in for which the code is valid. */
  interaction: string;
  /** The normalized address. */
  email: string;
  network: string;
};

type RequestOptions = {
  keys: readonly IdentityKey[];
  /** The factor of the limit per network; 0 disables the limit. */
  scale: number;
  send: SendCode;
};

/** How the mail with a code is sent. Its id is that of the code. */
type CodeSending = Required<Pick<Mail, 'id' | 'expiresAt' | 'turn'>>;

/**
 * Queues the mail with a code, in the transaction that stores the code. Returns whether the mail was accepted: an email
 * address gets a limited number of mails.
 */
export type SendCode = (
  tx: Database,
  mail: { email: string; code: string; sending: CodeSending },
) => Promise<boolean>;

/**
 * Creates a code and sends it to the address. It replaces the earlier code of the same sign-in. Users are not read
 * here, so the work is the same whether or not the address is known.
 * @returns false if a limit is reached; then nothing is sent, and the earlier code stays valid
 */
export async function requestCode(
  db: Database,
  { interaction, email, network }: CodeRequest,
  { keys, scale, send }: RequestOptions,
): Promise<boolean> {
  const [key] = keys;
  if (!key) throw new Error('The identity provider has no key');
  const networkHash = hmac(key, 'network', network);
  const prefix = hmac(key, 'network', prefixOf(network));
  const id = uuidv7();
  const code = createCode();
  const expiresAt = new Date(Date.now() + CODE_MINUTES * MINUTE);
  return db.transaction(async (tx) => {
    // Without locks, simultaneous requests would exceed the limits, or both add an open code to one sign-in. The order
    // is fixed, so they cannot deadlock.
    await tx.execute(sql`
      select pg_advisory_xact_lock(${ADVISORY_LOCKS.signInCodes}, lock)
      from (
        select hashtext(value) as lock from unnest(array[${mailboxOf(email)}, ${networkHash}, ${prefix}, ${interaction}]) as value order by 1
      ) as locks
    `);
    if (await isLimited(tx, email, { network: networkHash, prefix }, scale)) return false;
    const sending = { id, expiresAt, turn: await findTurn(tx, prefix, interaction) };
    if (!(await send(tx, { email, code: formatCode(code), sending }))) return false;
    const replaced = await tx
      .update(identity_codes)
      .set({ closed_at: new Date() })
      .where(and(eq(identity_codes.interaction, interaction), isNull(identity_codes.closed_at)))
      .returning({ id: identity_codes.id });
    await expireMails(
      tx,
      replaced.map((row) => row.id),
    );
    await tx.insert(identity_codes).values({
      id,
      interaction,
      email,
      network: networkHash,
      prefix,
      code_hash: hashCode(key, interaction, code),
      expires_at: expiresAt,
    });
    return true;
  });
}

async function isLimited(
  tx: Database,
  email: string,
  { network, prefix }: { network: string; prefix: string },
  scale: number,
): Promise<boolean> {
  const ofMailbox = eq(mailboxOf(identity_codes.email), mailboxOf(email));
  const ofBoth = and(ofMailbox, eq(identity_codes.prefix, prefix));
  // A code that was requested before the last day could still be tried in it.
  const day = DAY + CODE_MINUTES * MINUTE;
  const count = (condition: SQL | undefined, period: number) =>
    tx.$count(identity_codes, and(condition, since(period)));
  const { perMailboxAndHour, perMailboxAndDay, perMailboxAndNetwork } = CODE_LIMITS;
  if ((await count(ofMailbox, HOUR)) >= perMailboxAndHour) return true;
  if ((await count(ofMailbox, day)) >= perMailboxAndDay) return true;
  if (scale === 0) return false;
  if ((await count(ofBoth, HOUR)) >= perMailboxAndNetwork.hour * scale) return true;
  if ((await count(ofBoth, day)) >= perMailboxAndNetwork.day * scale) return true;
  const perNetwork = CODE_LIMITS.perNetworkAndHour * scale;
  return (
    (await count(eq(identity_codes.network, network), HOUR)) >= perNetwork ||
    (await count(eq(identity_codes.prefix, prefix), HOUR)) >= perNetwork * PREFIX_LIMIT_FACTOR
  );
}

/**
 * Finds the turn of the next code of a network (start-time fair queuing): the one after its last code that waits, or, if
 * none waits, the turn that is sent now. Then a network that requests many codes delays others by one code at a time.
 * https://doi.org/10.1145/248157.248171
 */
async function findTurn(tx: Database, prefix: string, interaction: string): Promise<number> {
  const ofNetwork = tx
    .select({ turn: sql`max(${mails.turn}) + 1` })
    .from(identity_codes)
    .innerJoin(mails, eq(mails.id, identity_codes.id))
    .where(
      and(
        eq(identity_codes.prefix, prefix),
        since(CODE_MINUTES * MINUTE),
        // The new code replaces this one.
        ne(identity_codes.interaction, interaction),
        isWaiting,
      ),
    );
  const ofAll = tx
    .select({ turn: sql`min(${mails.turn})` })
    .from(mails)
    .where(isWaitingCode);
  const { rows } = await tx.execute<{ turn: number }>(
    sql`select coalesce((${ofNetwork}), (${ofAll}), 0) as turn`,
  );
  return rows[0]?.turn ?? 0;
}

/** The condition that a code was requested within this time (ms). */
const since = (period: number) =>
  gt(identity_codes.created_at, sql`now() - ${period / 1_000} * interval '1 second'`);

/** Finds the address to which the open code of a sign-in was sent, and whether the code can still be used. */
export async function findOpenCode(
  db: Database,
  interaction: string,
): Promise<{ email: string; isUsable: boolean } | undefined> {
  const [row] = await db
    .select({
      email: identity_codes.email,
      isUsable: sql<boolean>`${lt(identity_codes.tries, CODE_TRIES)} and ${isCurrent()}`,
    })
    .from(identity_codes)
    .where(and(eq(identity_codes.interaction, interaction), isNull(identity_codes.closed_at)));
  return row;
}

/**
 * Uses a code. One conditional update counts the try and closes the code, so that simultaneous tries cannot exceed the
 * limit or use a code twice. A text that does not have as many digits as a code is no try.
 * @returns the proven address, or how many tries are left
 */
export async function redeemCode(
  db: Database,
  { interaction, code }: { interaction: string; code: string },
  keys: readonly IdentityKey[],
): Promise<{ email: string } | { triesLeft: number }> {
  const digits = readCode(code);
  const isOpen = and(
    eq(identity_codes.interaction, interaction),
    isNull(identity_codes.closed_at),
    lt(identity_codes.tries, CODE_TRIES),
    isCurrent(),
  );
  if (digits.length !== CODE_DIGITS) {
    const [open] = await db
      .select({ tries: identity_codes.tries })
      .from(identity_codes)
      .where(isOpen);
    return { triesLeft: open ? CODE_TRIES - open.tries : 0 };
  }
  // A code stays valid while keys rotate.
  const hashes = keys.map((key) => hashCode(key, interaction, digits));
  const isRight = inArray(identity_codes.code_hash, hashes);
  const [row] = await db
    .update(identity_codes)
    .set({
      tries: sql`${identity_codes.tries} + 1`,
      closed_at: sql`case when ${isRight} then now() end`,
    })
    .where(isOpen)
    .returning({
      id: identity_codes.id,
      email: identity_codes.email,
      tries: identity_codes.tries,
      closed_at: identity_codes.closed_at,
    });
  if (row?.closed_at) {
    // If it is unknown whether the mail was sent, it is not sent again.
    await expireMails(db, [row.id]);
    return { email: row.email };
  }
  return { triesLeft: row ? CODE_TRIES - row.tries : 0 };
}

/** How long codes are stored after they have expired (days). */
export const CODE_DAYS = 1;

/** Deletes codes that no longer count for a limit. */
export async function deleteOldCodes(db: Database): Promise<void> {
  await db
    .delete(identity_codes)
    .where(lt(identity_codes.expires_at, new Date(Date.now() - CODE_DAYS * DAY)));
}

const isCurrent = () => gt(identity_codes.expires_at, sql`now()`);

function createCode(): string {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
}

/** Groups the digits for people: `4829 1305`. */
function formatCode(code: string): string {
  return `${code.slice(0, CODE_DIGITS / 2)} ${code.slice(CODE_DIGITS / 2)}`;
}

/** Where the digits of a script begin that keyboards for its languages type: Arabic, Persian, Devanagari, Bengali. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6];

/**
 * The digits of a typed code, with any separators. Keyboards type the digits of their scripts, and normalization turns
 * full-width digits into ASCII.
 */
function readCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => {
      const value = digit.charCodeAt(0);
      const zero = ZEROS.find((first) => value >= first && value < first + 10);
      return zero === undefined ? digit : String(value - zero);
    })
    .replace(/\D/g, '');
}

function hashCode(key: IdentityKey, interaction: string, code: string): string {
  return hmac(key, 'code', JSON.stringify([interaction, code]));
}

/** An HMAC with a secret that is derived from the provider's key, separately for each purpose. */
function hmac({ cookie_secret }: IdentityKey, purpose: string, text: string): string {
  const secret = hkdfSync('sha256', cookie_secret, '', `sign-in ${purpose}`, 32);
  return createHmac('sha256', Buffer.from(secret)).update(text).digest('base64url');
}
