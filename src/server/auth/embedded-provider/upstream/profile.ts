import { z } from 'zod';
import { mailAddress } from '#server/platform/config/mail-settings.ts';
import { visibleText } from '#shared/domain/visible-text.ts';
import { ACCOUNT_NAME_LENGTH } from '#shared/limits.ts';
import { normalizeEmail } from '../../normalize-email.ts';
import { nameFrom } from '../people.ts';

/** A subject: at most 255 ASCII characters. https://openid.net/specs/openid-connect-core-1_0.html#IDToken */
export const subject = z.string().regex(/^[\x20-\x7e]{1,255}$/);

/**
 * Reads an email address in a provider's response and normalizes it. Returns undefined if the value is not an address.
 */
export function readAddress(value: unknown): string | undefined {
  const { data } = mailAddress.safeParse(value);
  return data && normalizeEmail(data);
}

/** Chooses the name of a new user: the full name, the name that the address suggests, or the login at the provider. */
export function chooseName(
  name: unknown,
  { address, login }: { address: string | undefined; login: unknown },
): string {
  return cleanName(name) || (address ? nameFrom(address) : '') || cleanName(login);
}

/** Control characters, line breaks and lone surrogates. */
const UNWANTED = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Removes unwanted characters and limits the length. */
function cleanName(value: unknown): string {
  if (typeof value !== 'string') return '';
  const visible = visibleText(value.slice(0, 4 * ACCOUNT_NAME_LENGTH).replace(UNWANTED, ' '))
    .replace(/\s+/g, ' ')
    .trim();
  return [...visible].slice(0, ACCOUNT_NAME_LENGTH).join('').trim();
}
