import { asc, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { pages } from '#server/db/page-tables.ts';
import { audit_events } from '#server/db/schema.ts';
import { type AuditEventRow, findEvent, listEvents } from '#server/modules/audit/events.ts';
import type { PageContent } from '#shared/domain/pages.ts';
import { MAX_PAGE_VERSIONS } from '#shared/limits.ts';
import { readPageFiles } from './texts/page-files.ts';

export type PageRow = typeof pages.$inferSelect;

/** A page as the file of the settings has it. */
export type StoredPage = PageContent & { slug: string };

export async function listPageRows(db: Database): Promise<PageRow[]> {
  return db.select().from(pages).orderBy(asc(pages.slug));
}

/** Reads a page and locks it. */
export async function lockPage(tx: Database, slug: string): Promise<PageRow | undefined> {
  const [row] = await tx.select().from(pages).where(eq(pages.slug, slug)).for('update');
  return row;
}

/** Locks all pages against other writes, and reads them. A lock on rows would not stop the insertion of further ones. */
export async function lockPages(tx: Database): Promise<PageRow[]> {
  await tx.execute(sql`lock table ${pages} in share row exclusive mode`);
  return listPageRows(tx);
}

/** Reads all pages that site admins have written, for the file of the settings. */
export async function readStoredPages(db: Database): Promise<StoredPage[]> {
  const rows = await listPageRows(db);
  return rows.map(({ slug, title, text, place, position }) => ({
    slug,
    title,
    text,
    place,
    position,
  }));
}

/** The slugs of the pages for which the operator has written a text, in a file or on the board. */
export async function findWrittenPages(
  db: Database,
  pagesDir: string | undefined,
): Promise<Set<string>> {
  const [files, rows] = await Promise.all([readPageFiles(pagesDir), listPageRows(db)]);
  const texts = new Map([...rows.map(({ slug, text }) => [slug, text] as const), ...files]);
  return new Set([...texts].filter(([, text]) => text.trim()).map(([slug]) => slug));
}

/** Lists the events that wrote earlier versions of a page, the latest first. */
export async function listPageVersions(
  db: Database,
  slug: string,
  row: PageRow | undefined,
): Promise<AuditEventRow[]> {
  const of = { kind: 'page', id: slug } as const;
  const events = await listEvents(db, { of }, { limit: MAX_PAGE_VERSIONS + 1 });
  // The latest event wrote the current version, unless it deleted the page.
  const earlier = row && events[0]?.action !== 'delete' ? events.slice(1) : events;
  return earlier.filter(({ action }) => action !== 'delete').slice(0, MAX_PAGE_VERSIONS);
}

/** Finds the event that wrote a version of a page, with what it wrote. */
export async function findPageVersion(
  db: Database,
  id: number,
): Promise<{ event: AuditEventRow; page: StoredPage } | undefined> {
  const event = await findEvent(db, id);
  if (event?.kind !== 'page' || !event.after) return undefined;
  return { event, page: event.after as StoredPage };
}

/** The version of a new row: above all versions of deleted pages with this slug, so that no open form overwrites it. */
export async function nextVersion(tx: Database, slug: string): Promise<number> {
  const { rows } = await tx.execute<{ version: number }>(sql`
    select coalesce(max((before ->> 'version')::integer), 0) + 1 as version
    from ${audit_events} where kind = 'page' and thing_id = ${slug}`);
  return rows[0]?.version ?? 1;
}
