import { z } from 'zod';
import type { Role } from '#shared/domain/roles.ts';
import { ACCOUNT_ID_LENGTH, ACCOUNT_NAME_LENGTH } from '#shared/limits.ts';

/** A person of the demo sign-in: an unproven email address, and a name derived from it. */
export type Person = { id: string; email: string; name: string };

/** The claims about a person in ID tokens. */
export type ProviderPerson = {
  name: string;
  email: string | undefined;
  /** Whether the person has proven the address. */
  isVerified: boolean;
};

/** The prefix of the ids of the demo sign-in, which distinguishes them from the ids of other providers. */
export const DEMO_ID_PREFIX = 'embedded|';

/** The input of the sign-in page: an address that an HTML email field accepts. */
export const signInEmail = z
  .string()
  .trim()
  .toLowerCase()
  .max(ACCOUNT_ID_LENGTH - DEMO_ID_PREFIX.length)
  .regex(z.regexes.html5Email);

export const DEMO_PEOPLE: { email: string; name: string; role: Role }[] = [
  { email: 'user@example.com', name: 'Demo User', role: 'user' },
  { email: 'companyadmin@example.com', name: 'Demo Company Admin', role: 'companyadmin' },
  { email: 'siteadmin@example.com', name: 'Demo Site Admin', role: 'siteadmin' },
];

export function personByEmail(email: string): Person {
  const demo = DEMO_PEOPLE.find((person) => person.email === email);
  return { id: `${DEMO_ID_PREFIX}${email}`, email, name: demo?.name ?? nameFrom(email) };
}

/** Whether the id is one of the demo sign-in, whose addresses are not proven. */
export function isDemoId(id: string): boolean {
  return id.startsWith(DEMO_ID_PREFIX);
}

/** Returns undefined if the id does not belong to the demo sign-in. */
export function personById(id: string): Person | undefined {
  if (!isDemoId(id)) return undefined;
  const { data: email } = signInEmail.safeParse(id.slice(DEMO_ID_PREFIX.length));
  return email && `${DEMO_ID_PREFIX}${email}` === id ? personByEmail(email) : undefined;
}

/** Finds people of the demo sign-in for the provider. Their addresses are not proven. */
export async function demoPerson(id: string): Promise<ProviderPerson | undefined> {
  const person = personById(id);
  return person && { ...person, isVerified: false };
}

/** Derives a name: "Ada Lovelace" from `ada.lovelace@example.com`. */
export function nameFrom(email: string): string {
  const words = email
    .replace(/[@+].*/, '')
    .split(/[._-]+/)
    .filter(Boolean);
  const name = words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`).join(' ') || email;
  return name.slice(0, ACCOUNT_NAME_LENGTH);
}
