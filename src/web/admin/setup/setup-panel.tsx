import type { Account } from '#shared/contract/accounts.ts';
import type { SystemStatus } from '#shared/contract/system.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { SetupChecklist } from './setup-checklist.tsx';
import { SetupQuestions } from './setup-questions.tsx';

type Props = {
  account: Account;
  setup: SystemStatus['setup'];
  /** Loads the state of the board again. */
  onDone: () => void;
};

/** What a new board asks of its first site admin. An older board shows nothing. */
export function SetupPanel({ account, setup, onDone }: Props) {
  if (setup.step === 'done') return null;
  return (
    <section aria-labelledby="setup" className="mb-12 max-w-176 border-b border-line pb-12">
      <h2 id="setup" className="section-title mb-4">
        {setup.step === 'questions' ? 'Begin with four questions' : 'Before you open the board'}
      </h2>
      {setup.step === 'questions' ? (
        <Questions account={account} onDone={onDone} />
      ) : (
        <SetupChecklist checks={setup.checks} onDone={onDone} />
      )}
    </section>
  );
}

function Questions({ account, onDone }: Omit<Props, 'setup'>) {
  const { api } = useSession();
  const { status, value, retry } = useAsync('settings', () => api('GET /api/admin/settings', {}));
  if (status === 'failed') {
    return <LoadFailed message="The settings could not be loaded." retry={retry} />;
  }
  if (!value) return <Spinner />;
  return <SetupQuestions account={account} stored={value} onDone={onDone} />;
}
