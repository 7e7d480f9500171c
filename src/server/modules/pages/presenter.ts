import type {
  LinkedPage,
  ManagedPage,
  PageVersion,
  ShownPageVersion,
} from '#shared/contract/pages.ts';
import { isSpecifiedPage } from '#shared/domain/pages.ts';
import type { AuditEventRow } from '../audit/events.ts';
import { presentEvent } from '../audit-events/presenter.ts';
import type { StoredPage } from './queries.ts';
import { renderPageText, type TextPage } from './texts/text-pages.ts';

export function presentLinkedPage(page: TextPage): LinkedPage {
  const { slug, title, place, position, text, file, row } = page;
  return {
    slug,
    title,
    place,
    position,
    specified: isSpecifiedPage(slug),
    empty: text.trim() === '',
    version: row?.version ?? 0,
    updated: row?.updated_at.toISOString() ?? null,
    file,
  };
}

type Parts = { page: TextPage; versions: AuditEventRow[]; draft: string | null };

/** A page in its form. A default text is not in the form, because the page keeps it until the operator writes another. */
export function presentManagedPage({ page, versions, draft }: Parts): ManagedPage {
  return {
    ...presentLinkedPage(page),
    text: page.file === null && !page.isWritten ? '' : page.text,
    draft,
    versions: versions.map(presentVersion),
  };
}

function presentVersion(row: AuditEventRow): PageVersion {
  const { id, at, actor } = presentEvent(row);
  return { id, at, by: actor.name || actor.email || (actor.kind === 'program' ? actor.id : '') };
}

export function presentShownVersion(event: AuditEventRow, page: StoredPage): ShownPageVersion {
  const { slug, title, text, place, position } = page;
  const html = renderPageText(text);
  return { ...presentVersion(event), slug, title, text, place, position, html };
}
