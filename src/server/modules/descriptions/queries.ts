import { and, asc, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { RENDERER_VERSION } from '#server/content/markdown/render-html.ts';
import type { Database } from '#server/db/client.ts';
import { company_html, job_html } from '#server/db/html-tables.ts';
import { companies, jobs } from '#server/db/schema.ts';

/** The tables whose rows have descriptions, and the tables that store their HTML. */
export const DESCRIBED = {
  job: { rows: jobs, html: job_html },
  company: { rows: companies, html: company_html },
} as const;

export type Described = keyof typeof DESCRIBED;

/** The condition for joining a row with its stored HTML, if the HTML is up to date. */
export function isCurrent(kind: Described): SQL | undefined {
  const { rows, html } = DESCRIBED[kind];
  return and(
    eq(html.id, rows.id),
    eq(html.renderer, sql.raw(String(RENDERER_VERSION))),
    eq(html.digest, sql`encode(sha256(convert_to(${rows.description}, 'UTF8')), 'hex')`),
  );
}

/** Selects the HTML that `isCurrent` joins, or the Markdown if there is none. */
export function htmlOrMarkdown(kind: Described) {
  const { rows, html } = DESCRIBED[kind];
  return {
    description: sql<string>`coalesce(${html.html}, ${rows.description})`,
    is_html: sql<boolean>`${html.html} is not null`,
  };
}

export type ToRender = { id: string; description: string };

/** Lists descriptions without HTML by id, starting after `after`. */
export async function listUnrendered(
  db: Database,
  kind: Described,
  { after, limit }: { after: string; limit: number },
): Promise<ToRender[]> {
  const { rows, html } = DESCRIBED[kind];
  return db
    .select({ id: rows.id, description: rows.description })
    .from(rows)
    .leftJoin(html, eq(html.id, rows.id))
    .where(and(gt(rows.id, after), isNull(html.id)))
    .orderBy(asc(rows.id))
    .limit(limit);
}

/** Lists descriptions whose HTML is from an older renderer. */
export async function listOutdated(
  db: Database,
  kind: Described,
  limit: number,
): Promise<ToRender[]> {
  const { rows, html } = DESCRIBED[kind];
  return db
    .select({ id: rows.id, description: rows.description })
    .from(html)
    .innerJoin(rows, eq(rows.id, html.id))
    .where(lt(html.renderer, RENDERER_VERSION))
    .limit(limit);
}
