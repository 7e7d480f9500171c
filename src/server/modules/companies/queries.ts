import { eq, sql } from 'drizzle-orm';
import { company_html } from '#server/db/html-tables.ts';
import type { Reader } from '#server/db/prepared-reads.ts';
import { companies } from '#server/db/schema.ts';
import { type Cursor, isId } from '#server/http/api/cursor.ts';
import { htmlOrMarkdown, isCurrent } from '#server/modules/descriptions/queries.ts';

const columns = {
  id: companies.id,
  name: companies.name,
  description: companies.description,
  website: companies.website,
  logo: companies.logo,
  version: companies.version,
};

export type CompanyRow = Pick<typeof companies.$inferSelect, keyof typeof columns>;

/** A company in a list. `description` is null unless whole descriptions were requested. */
export type CompanyListRow = Awaited<ReturnType<typeof listCompanies>>[number];

/** The expression of the index `companies_by_name`. It does not depend on the locale of the database. */
const name = sql`${companies.name} collate "und-x-icu"`;

/** Lists companies by name. Returns one row more than `limit` if another page follows. */
export async function listCompanies(
  db: Reader,
  { limit, after, whole }: { limit: number; after: Cursor | undefined; whole: boolean },
) {
  return db
    .select({
      ...columns,
      description: whole ? companies.description : sql<null>`null`,
      summary: companies.summary,
      summary_truncated: companies.summary_truncated,
    })
    .from(companies)
    .where(after && sql`(${name}, ${companies.id}) > (${after.key}, ${after.id}::uuid)`)
    .orderBy(name, companies.id)
    .limit(limit + 1);
}

export async function findCompany(db: Reader, id: string): Promise<CompanyRow | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await db.select(columns).from(companies).where(eq(companies.id, id));
  return row;
}

/**
 * Reads a company with its description as HTML. If the HTML has not been rendered yet, the description is Markdown and
 * `is_html` is false.
 */
export async function findCompanyInHtml(db: Reader, id: string) {
  if (!isId(id)) return undefined;
  const [row] = await db
    .select({ ...columns, ...htmlOrMarkdown('company') })
    .from(companies)
    .leftJoin(company_html, isCurrent('company'))
    .where(eq(companies.id, id));
  return row;
}
