import { domainToASCII } from 'node:url';
import {
  and,
  count,
  desc,
  eq,
  exists,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { liveSessions } from '#server/auth/embedded-provider/sessions.ts';
import type { Database } from '#server/db/client.ts';
import { accounts, companies, lastSignIn, personText } from '#server/db/schema.ts';
import { memberships } from '#server/db/team-tables.ts';
import { type Cursor, isId } from '#server/http/api/cursor.ts';
import type { PEOPLE_ORDERS } from '#shared/contract/people.ts';
import type { Role } from '#shared/domain/roles.ts';
import type { TeamRole } from '#shared/domain/team-roles.ts';
import { MAX_EXACT_COUNT } from '#shared/limits.ts';

export type PeopleFilters = {
  q?: string | undefined;
  role?: Role | '' | undefined;
  company?: string | undefined;
  blocked?: 'true' | 'false' | '' | undefined;
  sort?: (typeof PEOPLE_ORDERS)[number] | '' | undefined;
};

export type PersonRow = Awaited<ReturnType<typeof listPeople>>[number];

type Team = { id: string; name: string; role: TeamRole }[];

/** The columns of a person. Data in other tables is read only for the rows of the page. */
const columns = (db: Database) => ({
  id: accounts.id,
  name: accounts.name,
  email: accounts.email,
  verified_email: accounts.verified_email,
  role: accounts.role,
  company_id: accounts.company_id,
  company_name: companies.name,
  blocked_at: accounts.blocked_at,
  blocked_reason: accounts.blocked_reason,
  last_sign_in_at: accounts.last_sign_in_at,
  created_at: accounts.created_at,
  sessions: sql<number>`(${liveSessions(db, accounts.id)})`.mapWith(Number),
  companies: sql<Team>`(select coalesce(jsonb_agg(jsonb_build_object(
      'id', team.id, 'name', team.name, 'role', ${memberships.role})
      order by ${memberships.created_at}, ${memberships.id}), '[]')
    from ${memberships} join ${companies} as team on team.id = ${memberships.company_id}
    where ${memberships.account_id} = ${accounts.id})`,
});

/** Lists people. Returns up to `limit` rows after the cursor. */
export async function listPeople(
  db: Database,
  filters: PeopleFilters,
  { limit, after }: { limit: number; after: Cursor | undefined },
) {
  const key = keyOf(filters);
  return db
    .select(columns(db))
    .from(accounts)
    .leftJoin(companies, eq(companies.id, accounts.company_id))
    .where(
      and(
        ...conditions(db, filters),
        after &&
          lt(sql`(${key}, ${accounts.id})`, sql`(${after.key}::timestamptz, ${after.id}::text)`),
      ),
    )
    .orderBy(desc(key), desc(accounts.id))
    .limit(limit);
}

/** Counts people, up to `MAX_EXACT_COUNT` + 1. */
export async function countPeople(db: Database, filters: PeopleFilters): Promise<number> {
  const found = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(...conditions(db, filters)))
    .limit(MAX_EXACT_COUNT + 1)
    .as('found');
  const [row] = await db.select({ count: count() }).from(found);
  return row?.count ?? 0;
}

/** The position of a row in the list, as a cursor contains it. */
export function positionOf(
  { sort }: PeopleFilters,
  { id, created_at, last_sign_in_at }: Pick<PersonRow, 'id' | 'created_at' | 'last_sign_in_at'>,
): Cursor {
  const moment = sort === 'lastsignin' ? (last_sign_in_at ?? new Date(0)) : created_at;
  return { key: moment.toISOString(), id };
}

const keyOf = ({ sort }: PeopleFilters): SQL =>
  sort === 'lastsignin' ? lastSignIn(accounts) : sql`${accounts.created_at}`;

function conditions(db: Database, { q, role, company, blocked }: PeopleFilters): SQL[] {
  const list: (SQL | undefined)[] = [
    q
      ? or(
          ...formsOf(q).map((text) => sql`${personText(accounts)} like ${`%${escapeLike(text)}%`}`),
        )
      : undefined,
    role ? eq(accounts.role, role) : undefined,
    company ? isMember(db, company) : undefined,
    blocked === 'true' ? isNotNull(accounts.blocked_at) : undefined,
    blocked === 'false' ? isNull(accounts.blocked_at) : undefined,
  ];
  return list.filter((condition) => condition !== undefined);
}

/** A searched text, and its form with a domain in ASCII, because addresses are stored so and shown in their letters. */
function formsOf(q: string): string[] {
  const text = q.trim().toLowerCase();
  const at = text.lastIndexOf('@') + 1;
  const ascii = domainToASCII(text.slice(at));
  return ascii.includes('xn--') ? [text, `${text.slice(0, at)}${ascii}`] : [text];
}

function isMember(db: Database, company: string): SQL {
  if (!isId(company)) return sql`false`;
  return exists(
    db
      .select({ id: memberships.id })
      .from(memberships)
      .where(and(eq(memberships.account_id, accounts.id), eq(memberships.company_id, company))),
  );
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');
