import type { CompanyRename } from '#shared/contract/company-renames.ts';
import { useAction } from '#web/actions/action-button.tsx';
import { TOASTS } from '#web/messages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { CalendarDate } from '#web/ui/calendar-date.tsx';

type Props = { rename: CompanyRename; onDone: () => void };

/** A new name or website that waits for a site admin, or was rejected. */
export function PendingRename({ rename, onDone }: Props) {
  const { id, company, name, website, websitetext = website, state, reason, requested } = rename;
  const isWaiting = state === 'review';
  const { busy, run } = useAction({
    toasts: isWaiting ? TOASTS.withdrawRename : TOASTS.dismissRename,
    act: (api) =>
      api('DELETE /api/renames/:id', { params: { id } }, { 'if-match': `"${rename.version}"` }),
  });

  async function remove(): Promise<void> {
    await run();
    onDone();
  }

  return (
    <Alert className="mb-8 max-w-160 wrap-anywhere">
      <p className="font-semibold">
        {isWaiting ? 'In review since ' : 'Rejected: the request of '}
        <CalendarDate iso={requested} />
      </p>
      <ul>
        {name !== company.name && (
          <li>
            Name: <bdi>{name}</bdi>
          </li>
        )}
        {website !== company.website && (
          <li>
            Website: <bdi>{websitetext}</bdi>
          </li>
        )}
      </ul>
      {!isWaiting && (
        <p dir="auto" className="whitespace-pre-line">
          {`Reason: ${reason}`}
        </p>
      )}
      <p>
        {isWaiting
          ? 'Until a site admin approves it, everyone sees the company as it was. To keep it so, withdraw the request.'
          : 'The company stays as it was. To ask again, change the name or the website below.'}
      </p>
      <Button variant="secondary" aria-busy={busy} onClick={() => void remove()}>
        {isWaiting ? 'Withdraw' : 'Dismiss'}
      </Button>
    </Alert>
  );
}
