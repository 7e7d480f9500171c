import { useRef } from 'react';
import type { ManagedPage } from '#shared/contract/pages.ts';
import { DeleteButton } from '#web/actions/delete-button.tsx';
import { ADMIN_ACTIONS, UNDO_HINT } from '#web/messages.ts';
import { pageScreens } from './page-addresses.ts';

/** Deletes a page, or gives a specified page its default text again. */
export function DeletePage({ page: { slug, title, specified } }: { page: ManagedPage }) {
  /** The event of the deletion, which undoes it. */
  const event = useRef(0);
  const toasts = specified ? ADMIN_ACTIONS.resetPage : ADMIN_ACTIONS.deletePage;
  return (
    <div className="mt-10">
      <DeleteButton
        label={specified ? 'Reset to the default' : 'Delete page'}
        question={specified ? `Reset “${title}”?` : `Delete “${title}”?`}
        details={
          <p>
            {specified
              ? 'The page gets its default title, text and place. '
              : 'Links to the page lead to an error page. '}
            {UNDO_HINT}
          </p>
        }
        toasts={toasts}
        remove={async (api) => {
          const deleted = await api('DELETE /api/admin/pages/:id', { params: { id: slug } });
          event.current = deleted.event;
        }}
        editPage={pageScreens.edit(slug)}
        next={pageScreens.list}
        undo={{
          message: specified ? `Reset “${title}”.` : `Deleted “${title}”.`,
          toasts: ADMIN_ACTIONS.restorePage,
          revert: (api) =>
            api('POST /api/admin/audit/:id/restore', { params: { id: String(event.current) } }),
          page: pageScreens.edit(slug),
        }}
      />
    </div>
  );
}
