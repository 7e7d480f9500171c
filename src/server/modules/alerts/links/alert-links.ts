import { eq } from 'drizzle-orm';
import {
  ID_BYTES,
  readId,
  SIGNATURE_BYTES,
  signToken,
  verifyToken,
  writeId,
} from '#server/auth/signed-token.ts';
import { alert_addresses } from '#server/db/alert-tables.ts';
import type { Database } from '#server/db/client.ts';

export type AlertAddress = typeof alert_addresses.$inferSelect;

/**
 * What a link in a mail does. `confirm`: confirms alerts. `manage`: shows and changes everything that the address gets.
 * `end`: ends the alerts of the mail. `keep`: says that the alerts are still useful.
 */
export type LinkPurpose = 'confirm' | 'manage' | 'end' | 'keep';

/** The parts of a token (bytes): the address, when the link expires (seconds; 0 for never), and any number of alerts. */
const EXPIRY_START = ID_BYTES;
const EXPIRY_BYTES = 4;
const ALERTS_START = ID_BYTES + EXPIRY_BYTES;

/** Signs a link for an address. The token of 20 alerts has 475 characters of Base64url. */
export function createLinkToken(
  { id, link_secret }: Pick<AlertAddress, 'id' | 'link_secret'>,
  purpose: LinkPurpose,
  { alerts = [], expiresAt }: { alerts?: string[]; expiresAt?: Date } = {},
): string {
  const signed = Buffer.alloc(ALERTS_START + alerts.length * ID_BYTES);
  writeId(signed, id, 0);
  signed.writeUInt32BE(expiresAt ? Math.floor(expiresAt.getTime() / 1_000) : 0, EXPIRY_START);
  for (const [index, alert] of alerts.entries()) {
    writeId(signed, alert, ALERTS_START + index * ID_BYTES);
  }
  return signToken({ cookie_secret: link_secret }, purposeOf(purpose), signed);
}

export type AlertLink = {
  address: AlertAddress;
  /** The ids of the alerts that the link is about; none if it is about all. */
  alerts: string[];
  /** When the link expires; undefined for never. */
  expiresAt: Date | undefined;
};

/**
 * Reads a link. Returns undefined if the token was not signed for this purpose, has expired, or belongs to an address that
 * was deleted.
 */
export async function readLink(
  db: Database,
  purpose: LinkPurpose,
  token: string,
): Promise<AlertLink | undefined> {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length <= ALERTS_START) return undefined;
  const [address] = await db
    .select()
    .from(alert_addresses)
    .where(eq(alert_addresses.id, readId(bytes, 0)));
  if (!address) return undefined;
  const length = bytes.length - SIGNATURE_BYTES;
  const keys = [{ cookie_secret: address.link_secret }];
  const signed = verifyToken(keys, purposeOf(purpose), { token, length });
  if (!signed) return undefined;
  const expiry = signed.readUInt32BE(EXPIRY_START) * 1_000;
  if (expiry > 0 && expiry < Date.now()) return undefined;
  const alerts: string[] = [];
  for (let start = ALERTS_START; start < length; start += ID_BYTES) {
    alerts.push(readId(signed, start));
  }
  return { address, alerts, expiresAt: expiry > 0 ? new Date(expiry) : undefined };
}

const purposeOf = (purpose: LinkPurpose) => `alerts: ${purpose}`;
