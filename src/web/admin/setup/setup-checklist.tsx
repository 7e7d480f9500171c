import { type ReactNode, useEffect } from 'react';
import type { SystemStatus } from '#shared/contract/system.ts';
import type { SetupCheck } from '#shared/domain/setup.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { useInlineAction } from '#web/actions/use-inline-action.ts';
import { useSession } from '#web/auth/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { pageScreens } from '../pages/page-addresses.ts';

type Props = { checks: SystemStatus['setup']['checks']; onDone: () => void };

/** What a new board needs. Once it has everything, the list is shown a last time. */
export function SetupChecklist({ checks, onDone }: Props) {
  const { api } = useSession();
  const { busy, error, run } = useInlineAction();
  const end = () => api('PUT /api/admin/setup', { body: { step: 'done' } });
  const isComplete = checks.every(({ done }) => done);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list ends once
  useEffect(() => {
    if (isComplete) void run({ act: end, failure: 'The list was not ended' });
  }, [isComplete]);

  async function hide(): Promise<void> {
    if (await run({ act: end, failure: 'The list was not hidden' })) onDone();
  }

  return (
    <>
      {isComplete && <p className="mb-4">Everything is done. Your board is ready.</p>}
      <ul className="grid gap-4">
        {checks.map(({ name, done }) => (
          <li key={name} className="flex gap-3">
            <span aria-hidden="true" className={done ? 'text-brand' : 'text-muted'}>
              {done ? '✓' : '○'}
            </span>
            <span>
              <span className="sr-only">{done ? 'Done: ' : 'To do: '}</span>
              {CHECKS[name]}
            </span>
          </li>
        ))}
      </ul>
      {!isComplete && (
        <p className="mt-6">
          <Button variant="secondary" aria-busy={busy} onClick={() => void hide()}>
            Hide this list
          </Button>
        </p>
      )}
      {error && (
        <p role="alert" className="field-error">
          {error}
        </p>
      )}
    </>
  );
}

const link = (href: string, text: string) => (
  <PageLink href={href} className="link">
    {text}
  </PageLink>
);

const CHECKS: Record<SetupCheck, ReactNode> = {
  jobs: <>Jobs to read: {link(adminPages.admin('sources'), 'add a first source')}</>,
  imprint: (
    <>An imprint, which many countries require: {link(pageScreens.edit('imprint'), 'write it')}</>
  ),
  mail: <>Emails that arrive: {link(adminPages.admin('mail'), 'send yourself a test mail')}</>,
  backup: (
    <>
      A backup, every day: <code>npm run backup -- FILE</code>
    </>
  ),
};
