import { eq, type SQL } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { company_renames } from '#server/db/rename-tables.ts';
import { accounts, companies } from '#server/db/schema.ts';
import type { Caller } from '#server/http/api/caller.ts';
import { isId } from '#server/http/api/cursor.ts';
import { findLastTransition } from '#server/modules/audit/last-transition.ts';
import { findExisting } from '#server/modules/claims/queries.ts';

/** A request to change the name or website of a company, with its company, the person who asked, and similar companies. */
export type RenameRow = Awaited<ReturnType<typeof selectRenames>>[number];

/** Lists the request of a company. There is at most one. */
export async function listRenames(db: Database, companyId: string): Promise<RenameRow[]> {
  return isId(companyId) ? selectRenames(db, eq(company_renames.company_id, companyId)) : [];
}

export async function findRename(db: Database, id: string): Promise<RenameRow | undefined> {
  const [row] = isId(id) ? await selectRenames(db, eq(company_renames.id, id)) : [];
  return row;
}

async function selectRenames(db: Database, condition: SQL) {
  const rows = await db
    .select({
      rename: company_renames,
      company: {
        id: companies.id,
        name: companies.name,
        logo: companies.logo,
        website: companies.website,
      },
      person: accounts.name,
    })
    .from(company_renames)
    .innerJoin(companies, eq(companies.id, company_renames.company_id))
    .leftJoin(accounts, eq(accounts.id, company_renames.account_id))
    .where(condition);
  return Promise.all(
    rows.map(async (row) => {
      const { name, website } = row.rename;
      const similar = await findExisting(db, { name: name ?? '', website: website ?? '' });
      return { ...row, existing: similar.filter(({ id }) => id !== row.company.id) };
    }),
  );
}

const ACTS: Record<string, string> = {
  request: 'changed this request',
  approve: 'approved this request',
  reject: 'rejected this request',
  fulfill: 'entered the requested name or website',
  deleteCompany: 'deleted this company',
  mergeCompany: 'merged this company into another one',
};

/**
 * Says who last changed the state of a request, even if it no longer exists. Owners do not learn the
 * names of site admins.
 */
export async function describeLastTransition(
  db: Database,
  caller: Caller,
  id: string,
): Promise<string> {
  const last = await findLastTransition(db, 'rename', id);
  if (!last) return 'This request no longer exists.';
  const { actor, name, role, action } = last;
  const other = role === 'siteadmin' ? 'A site admin' : 'An owner of the company';
  const subject = actor === caller.id ? 'You' : (caller.role === 'siteadmin' && name) || other;
  return `${subject} ${ACTS[action ?? ''] ?? 'withdrew this request'}.`;
}
