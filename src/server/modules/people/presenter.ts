import { readableAddress } from '#server/content/domains/readable-domain.ts';
import type { Person } from '#shared/contract/people.ts';
import type { PersonRow } from './queries.ts';

export function presentPerson(row: PersonRow): Person {
  const { id, name, role, sessions, companies } = row;
  return {
    id,
    name,
    email: readableAddress(row.email),
    role,
    sessions,
    companies,
    verifiedemail: readableAddress(row.verified_email ?? ''),
    company: row.company_id ?? '',
    companyname: row.company_name ?? '',
    created: row.created_at.toISOString(),
    lastsignin: row.last_sign_in_at?.toISOString() ?? null,
    blocked: row.blocked_at && {
      since: row.blocked_at.toISOString(),
      reason: row.blocked_reason ?? '',
    },
  };
}

/** The columns of the CSV file. */
export const PEOPLE_HEADER = [
  ...['ID', 'Name', 'Email', 'Verified email', 'Role', 'Acts for', 'Companies', 'Created'],
  ...['Last sign-in', 'Sessions', 'Blocked since', 'Reason'],
] as const;

/** The cells of a person, in the order of `PEOPLE_HEADER`. Other programs read the addresses, so they stay as stored. */
export function personCells(row: PersonRow): string[] {
  const person = presentPerson(row);
  return [
    ...[person.id, person.name, row.email, row.verified_email ?? '', person.role],
    person.companyname,
    person.companies.map(({ name, role }) => `${name} (${role})`).join('; '),
    ...[person.created, person.lastsignin ?? '', String(person.sessions)],
    ...[person.blocked?.since ?? '', person.blocked?.reason ?? ''],
  ];
}
