import type { Source } from '#shared/contract/sources.ts';
import { ActionDialog } from '#web/actions/action-dialog.tsx';
import { SOURCE_ACTIONS } from '#web/messages.ts';

type Props = { source: Source; onClose: () => void; onDone: () => void };

/** Asks before a source is removed, and removes the version on the screen. */
export function RemoveSourceDialog({ source: { id, state, version }, onClose, onDone }: Props) {
  return (
    <ActionDialog
      question="Remove this source?"
      confirm="Remove"
      texts={SOURCE_ACTIONS.remove}
      act={(call) =>
        call('DELETE /api/sources/:id', { params: { id } }, { 'if-match': `"${version}"` })
      }
      onClose={onClose}
      onDone={onDone}
    >
      <p>
        {state === 'proposed'
          ? 'No jobs have been imported from it. The owners of the company can add it again.'
          : 'Its jobs stay on the board, but they are no longer updated or closed. The history of its runs is deleted.'}
      </p>
    </ActionDialog>
  );
}
