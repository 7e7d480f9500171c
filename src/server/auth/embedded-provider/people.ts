import { z } from 'zod';
import type { Role } from '#shared/domain/roles.ts';
import { ACCOUNT_ID_LENGTH, ACCOUNT_NAME_LENGTH } from '#shared/limits.ts';

/** A user of the embedded provider: an unproven email address, and a name derived from it. */
export type Person = { id: string; email: string; name: string };

/** The prefix of ids, which distinguishes them from the ids of other providers. */
const ID_PREFIX = 'embedded|';

/** The input of the sign-in page: an address that an HTML email field accepts. */
export const signInEmail = z
  .string()
  .trim()
  .toLowerCase()
  .max(ACCOUNT_ID_LENGTH - ID_PREFIX.length)
  .regex(z.regexes.html5Email);

export const DEMO_PEOPLE: { email: string; name: string; role: Role }[] = [
  { email: 'user@example.com', name: 'Demo User', role: 'user' },
  { email: 'companyadmin@example.com', name: 'Demo Company Admin', role: 'companyadmin' },
  { email: 'siteadmin@example.com', name: 'Demo Site Admin', role: 'siteadmin' },
];

export function personByEmail(email: string): Person {
  const demo = DEMO_PEOPLE.find((person) => person.email === email);
  return { id: `${ID_PREFIX}${email}`, email, name: demo?.name ?? nameFrom(email) };
}

export function isEmbeddedId(id: string): boolean {
  return id.startsWith(ID_PREFIX);
}

/** Returns undefined if the id does not belong to this provider. */
export function personById(id: string): Person | undefined {
  if (!isEmbeddedId(id)) return undefined;
  const { data: email } = signInEmail.safeParse(id.slice(ID_PREFIX.length));
  return email && `${ID_PREFIX}${email}` === id ? personByEmail(email) : undefined;
}

/** Derives a name: "Ada Lovelace" from `ada.lovelace@example.com`. */
function nameFrom(email: string): string {
  const words = email
    .replace(/[@+].*/, '')
    .split(/[._-]+/)
    .filter(Boolean);
  const name = words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join(' ') || email;
  return name.slice(0, ACCOUNT_NAME_LENGTH);
}
