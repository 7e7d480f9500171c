import { and, type SQL, sql } from 'drizzle-orm';
import { company_claims } from '#server/db/claim-tables.ts';
import type { BoardDatabase, Database } from '#server/db/client.ts';
import { accounts, companies, company_keys, plainName, reversedHost } from '#server/db/schema.ts';
import { memberships } from '#server/db/team-tables.ts';
import { type Cursor, isId } from '#server/http/api/cursor.ts';
import { countJobsOf, namePrefix } from '#server/modules/search/facet-counts.ts';
import type { AdminCompanyFilter } from '#shared/domain/admin-companies.ts';

export type CompanyFilters = {
  q?: string | undefined;
  show?: AdminCompanyFilter | '' | undefined;
};

export type AdministeredRow = Awaited<ReturnType<typeof listAdministered>>[number];

/** The maximum number of duplicates that are listed beside a company. */
const MAX_DUPLICATES = 3;

/** The name as in the index `companies_by_name`. PostgreSQL uses the index only for this expression. */
const name = sql`${companies.name} collate "und-x-icu"`;

type Owner = { id: string; name: string; email: string };

/**
 * The columns of a company. Data in other tables is read only for the rows of the page. The subqueries name the outer
 * table in literal SQL, because Drizzle omits table names in a query of one table.
 */
const columns = {
  id: companies.id,
  name: companies.name,
  logo: companies.logo,
  website: companies.website,
  source: companies.source,
  created_at: companies.created_at,
  owners: sql<Owner[]>`(select coalesce(jsonb_agg(jsonb_build_object(
      'id', owner.id, 'name', owner.name, 'email', coalesce(owner.verified_email, ''))
      order by member.created_at, member.id), '[]')
    from ${memberships} member join ${accounts} owner on owner.id = member.account_id
    where member.company_id = companies.id and member.role = 'owner')`,
  editors: sql<number>`(select count(*)::integer from ${memberships} member
    where member.company_id = companies.id and member.role = 'editor')`,
  claims: sql<number>`(select count(*)::integer from ${company_claims} claim
    where claim.company_id = companies.id and claim.state = 'review')`,
  duplicates: sql<{ id: string; name: string }[]>`(
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by name collate "und-x-icu", id), '[]') from (
      select id, name from ${companies} other where other.id <> companies.id and (
        ${plainName(sql`other.name`)} = ${plainName(sql`companies.name`)}
        or companies.website <> '' and ${reversedHost(sql`other.website`)} = ${reversedHost(sql`companies.website`)}
      ) order by name collate "und-x-icu", id limit ${MAX_DUPLICATES}
    ) as other)`,
};

/** Lists companies by name. Returns up to `limit` rows after the cursor. */
export async function listAdministered(
  db: Database,
  filters: CompanyFilters,
  { limit, after }: { limit: number; after: Cursor | undefined },
) {
  return db
    .select(columns)
    .from(companies)
    .where(
      and(
        ...conditions(filters),
        after && sql`(${name}, ${companies.id}) > (${after.key}, ${after.id}::uuid)`,
      ),
    )
    .orderBy(name, companies.id)
    .limit(limit);
}

/** Adds the numbers of open jobs. */
export async function withJobs(db: BoardDatabase, rows: AdministeredRow[]) {
  const jobs = await countJobsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, jobs: jobs.get(row.id) ?? 0 }));
}

export async function countAdministered(db: Database, filters: CompanyFilters): Promise<number> {
  return db.$count(companies, and(...conditions(filters)));
}

const CONDITIONS: Record<AdminCompanyFilter, SQL> = {
  owned: sql`${companies.id} in (select company_id from ${memberships} where role = 'owner')`,
  unowned: sql`${companies.id} not in (select company_id from ${memberships} where role = 'owner')`,
  claimed: sql`${companies.id} in (select company_id from ${company_claims} where state = 'review')`,
  duplicates: sql`${companies.id} in (
    select one.id from ${company_keys} shared join ${companies} one
      on ${plainName(sql`one.name`)} = substr(shared.key, 2)
    where shared.companies > 1 and starts_with(shared.key, 'n')
    union all
    select one.id from ${company_keys} shared join ${companies} one
      on ${reversedHost(sql`one.website`)} = substr(shared.key, 2)
    where shared.companies > 1 and starts_with(shared.key, 'h'))`,
};

function conditions({ q = '', show }: CompanyFilters): SQL[] {
  const text = q.trim();
  return [
    ...(isId(text) ? [sql`${companies.id} = ${text}::uuid`] : []),
    ...(text && !isId(text) ? [sql`name_words(${companies.name}) @@ ${namePrefix(text)}`] : []),
    ...(show ? [CONDITIONS[show]] : []),
  ];
}
