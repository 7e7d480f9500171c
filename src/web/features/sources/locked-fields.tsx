import { useState } from 'react';
import type { LockedField } from '#shared/contract/sources.ts';
import { pages } from '#shared/urls/paths.ts';
import { ActionDialog } from '#web/actions/action-dialog.tsx';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { SOURCE_ACTIONS } from '#web/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { Difference } from '#web/ui/difference.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { nameOfField } from './describe-source.ts';
import { useFew } from './use-few.tsx';

/** The length from which two texts are compared word by word instead of being shown side by side. */
const LONG = 200;

type Props = {
  /** The id of the source. */
  source: string;
  /** A number that changes when the fields must be loaded again. */
  changes: number;
  onChanged: () => Promise<void>;
};

/** The fields that people have edited, each with the edited value and the source's value. Shows nothing if there are none. */
export function LockedFields({ source, changes, onChanged }: Props) {
  const { api } = useSession();
  const { status, value, retry } = useAsync(`${source} ${changes}`, () =>
    api('GET /api/sources/:id/locks', { params: { id: source } }),
  );
  const [heading, focusHeading] = useFocusRequest<HTMLHeadingElement>();
  const locks = value?.results ?? [];
  const { shown, toggle } = useFew(locks);
  if (status !== 'failed' && locks.length === 0) return null;
  return (
    <section aria-labelledby="locks" className="mt-16">
      <h2 id="locks" ref={heading} tabIndex={-1} className="section-title mb-2">
        Edited fields
      </h2>
      {status === 'failed' ? (
        <LoadFailed message="The edited fields could not be loaded." retry={retry} />
      ) : (
        <>
          <p className="mb-4 max-w-176">
            People have edited these fields, so runs do not change them.
          </p>
          <ul className="border-t border-line">
            {shown.map((lock) => (
              <Lock
                key={`${lock.job.id} ${lock.field}`}
                lock={lock}
                onUnlocked={() => {
                  focusHeading();
                  void onChanged();
                }}
              />
            ))}
          </ul>
          {toggle}
        </>
      )}
    </section>
  );
}

function Lock({ lock, onUnlocked }: { lock: LockedField; onUnlocked: () => void }) {
  const { job, field, value, stated } = lock;
  const [isConfirming, setIsConfirming] = useState(false);
  const isLong = stated !== null && value.length + stated.length > LONG;
  const name = nameOfField(field);
  return (
    <li className="grid gap-3 border-b border-line py-4 wrap-anywhere">
      <h3 dir="auto">
        <span className="font-semibold">{name}</span> of{' '}
        <PageLink href={pages.job(job.id)} className="link">
          <bdi>{job.title}</bdi>
        </PageLink>
      </h3>
      {isLong ? (
        <details>
          <summary className="w-fit cursor-pointer text-small md:py-1">
            Compare the board with the source
          </summary>
          <p dir="auto" className="pt-1 text-small whitespace-pre-wrap">
            <Difference before={value} after={stated} />
          </p>
        </details>
      ) : (
        <dl className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
          <Value label="On the board">{value}</Value>
          <Value label="At the source">{stated}</Value>
        </dl>
      )}
      <p>
        <Button
          variant="secondary"
          aria-label={`Use the source’s value: ${name} of ${job.title}`}
          onClick={() => setIsConfirming(true)}
        >
          Use the source’s value
        </Button>
      </p>
      {isConfirming && (
        <ActionDialog
          question={`Replace the edited ${name.toLowerCase()}?`}
          confirm="Use the source’s value"
          variant="primary"
          texts={SOURCE_ACTIONS.unlock}
          act={(api) =>
            api('POST /api/jobs/:id/unlock', { params: { id: job.id }, body: { field } })
          }
          onClose={() => setIsConfirming(false)}
          onDone={onUnlocked}
        >
          <p>
            {stated === null
              ? 'The next run replaces the edited value with the value at the source, and later runs keep it up to date.'
              : 'The value at the source replaces the edited value, and runs keep it up to date.'}{' '}
            The history of the job keeps the edited value.
          </p>
        </ActionDialog>
      )}
    </li>
  );
}

function Value({ label, children }: { label: string; children: string | null }) {
  return (
    <div>
      <dt className="text-muted text-small">{label}</dt>
      <dd dir="auto" className="whitespace-pre-line">
        {children === null ? (
          <span className="text-muted">Known after the next run</span>
        ) : (
          children || <span className="text-muted">Nothing</span>
        )}
      </dd>
    </div>
  );
}
