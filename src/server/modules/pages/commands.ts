import { and, eq, gt, sql } from 'drizzle-orm';
import { findRefusedMarkup } from '#server/content/markdown/refused-markup.ts';
import type { Database } from '#server/db/client.ts';
import { pages } from '#server/db/page-tables.ts';
import { audit_events } from '#server/db/schema.ts';
import { requireVersion } from '#server/http/api/etag.ts';
import { badInput, notFound, ProblemError } from '#server/http/api/problem.ts';
import { isSpecifiedPage, type PageContent } from '#shared/domain/pages.ts';
import { MAX_PAGES } from '#shared/limits.ts';
import { lockPage, lockPages, nextVersion, type PageRow, type StoredPage } from './queries.ts';

/** Who writes: the id of an account, or one of `ACTORS`. */
type Actor = { actor: string };

/**
 * Says what a text must not have because pages would not show it; undefined if everything is shown. The sentence continues
 * the name of the field.
 */
export function describeRefusedText(text: string): string | undefined {
  const refused = findRefusedMarkup(text);
  if (!refused) return undefined;
  const { kind, text: shown, line } = refused;
  return kind === 'html'
    ? `must be Markdown without HTML; remove ${shown} in line ${line}, or put it between backticks to show it`
    : `must not link to ${shown} in line ${line}; begin links with https://, http:// or mailto:`;
}

function requireAllowedText(text: string): void {
  const message = describeRefusedText(text);
  if (message) throw badInput([{ path: 'text', message }]);
}

/** @throws ProblemError 400 if the slug or the text is refused, 409 if there are too many pages */
export async function createPage(
  tx: Database,
  { actor, page }: Actor & { page: StoredPage },
): Promise<void> {
  requireAllowedText(page.text);
  const rows = await lockPages(tx);
  if (isSpecifiedPage(page.slug) || rows.some(({ slug }) => slug === page.slug)) {
    const message = `must not be ${page.slug}, which is the address of another page; choose another`;
    throw badInput([{ path: 'slug', message }]);
  }
  if (rows.filter(({ slug }) => !isSpecifiedPage(slug)).length >= MAX_PAGES) {
    throw new ProblemError(
      409,
      `A board has at most ${MAX_PAGES} further pages. Delete one that you no longer need, and try again.`,
    );
  }
  await insertPage(tx, { actor, page });
}

type Change = Actor & { slug: string; ifMatch: string | undefined };

/** Changes a page. The first change of a specified page adds its row. A change to the same values does nothing. */
export async function updatePage(
  tx: Database,
  { actor, slug, ifMatch, content }: Change & { content: PageContent },
): Promise<void> {
  requireAllowedText(content.text);
  if (isSpecifiedPage(slug)) await lockPages(tx);
  const row = await lockPage(tx, slug);
  if (!row && !isSpecifiedPage(slug)) throw notFound('page');
  requireVersion(ifMatch, row?.version ?? 0);
  const page = { slug, ...content };
  if (row) await replacePage(tx, { actor, row, page });
  else await insertPage(tx, { actor, page });
}

/** Deletes a page. A specified page gets its default text again. @returns the id of the event in the audit trail */
export async function deletePage(tx: Database, { actor, slug, ifMatch }: Change): Promise<number> {
  const row = await lockPage(tx, slug);
  if (!row) throw notFound(isSpecifiedPage(slug) ? 'changed page' : 'page');
  requireVersion(ifMatch, row.version);
  return removePage(tx, { actor, row });
}

/**
 * Sets all pages, which are those in the file of the settings. Pages that are missing there are deleted. The slugs and texts
 * must be valid.
 * @returns the slugs of the pages that have changed
 */
export async function replacePages(
  tx: Database,
  { actor, wanted }: Actor & { wanted: readonly StoredPage[] },
): Promise<string[]> {
  const rows = new Map((await lockPages(tx)).map((row) => [row.slug, row]));
  const changed: string[] = [];
  for (const page of wanted) {
    const row = rows.get(page.slug);
    rows.delete(page.slug);
    if (row && isSame(row, page)) continue;
    if (row) await replacePage(tx, { actor, row, page });
    else await insertPage(tx, { actor, page });
    changed.push(page.slug);
  }
  for (const row of rows.values()) {
    await removePage(tx, { actor, row });
    changed.push(row.slug);
  }
  return changed;
}

/** The reason why a change of a page cannot be undone. */
export class PageNotRestoredError extends Error {}

type PageEvent = Pick<typeof audit_events.$inferSelect, 'id' | 'thing_id' | 'before'>;

/**
 * Undoes the latest change of a page: it gets its former content, comes back, or is deleted.
 * @throws PageNotRestoredError if it has been changed since
 */
export async function undoPageChange(
  tx: Database,
  { actor, event: { id, thing_id: slug, before } }: Actor & { event: PageEvent },
): Promise<void> {
  const rows = await lockPages(tx);
  const [later] = await tx
    .select({ id: audit_events.id })
    .from(audit_events)
    .where(
      and(eq(audit_events.kind, 'page'), eq(audit_events.thing_id, slug), gt(audit_events.id, id)),
    )
    .limit(1);
  if (later) {
    throw new PageNotRestoredError(
      `The same page was changed again by event ${later.id}. Undo that one first.`,
    );
  }
  const row = rows.find((one) => one.slug === slug);
  const page = before as StoredPage | null;
  if (row && page) await replacePage(tx, { actor, row, page });
  else if (page) await insertPage(tx, { actor, page });
  else if (row) await removePage(tx, { actor, row });
}

async function insertPage(tx: Database, { actor, page }: Actor & { page: StoredPage }) {
  const after = { ...contentOf(page), version: await nextVersion(tx, page.slug) };
  await tx.insert(pages).values(after);
  await record(tx, { actor, action: 'create', before: null, after });
}

async function replacePage(
  tx: Database,
  { actor, row, page }: Actor & { row: PageRow; page: StoredPage },
): Promise<void> {
  if (isSame(row, page)) return;
  const { version } = row;
  const after = { ...contentOf(page), version: version + 1 };
  await tx
    .update(pages)
    .set({ ...after, updated_at: sql`now()` })
    .where(eq(pages.slug, row.slug));
  const before = { ...contentOf(row), version };
  await record(tx, { actor, action: 'update', before, after });
}

async function removePage(tx: Database, { actor, row }: Actor & { row: PageRow }): Promise<number> {
  await tx.delete(pages).where(eq(pages.slug, row.slug));
  const before = { ...contentOf(row), version: row.version };
  return record(tx, { actor, action: 'delete', before, after: null });
}

type Recorded = StoredPage & { version: number };
type Event = Actor & {
  action: 'create' | 'update' | 'delete';
  before: Recorded | null;
  after: Recorded | null;
};

/** Records a change in the audit trail, which thereby keeps all versions of a page. @returns the id of the event */
async function record(tx: Database, event: Event): Promise<number> {
  const thing_id = (event.after ?? event.before)?.slug ?? '';
  const [recorded] = await tx
    .insert(audit_events)
    .values({ ...event, kind: 'page', thing_id })
    .returning({ id: audit_events.id });
  if (!recorded) throw new Error('an insertion returns its row');
  return recorded.id;
}

const contentOf = ({ slug, title, text, place, position }: StoredPage): StoredPage => ({
  slug,
  title,
  text,
  place,
  position,
});

const isSame = (one: StoredPage, other: StoredPage) =>
  JSON.stringify(contentOf(one)) === JSON.stringify(contentOf(other));
