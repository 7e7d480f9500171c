import { adminPages } from '#shared/urls/admin-paths.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { AdminPageProps } from '../admin-page-props.ts';
import { SettingsForm } from './settings-form.tsx';

/** The name of the board, what its pages say, and its rules. */
export function Settings({ account }: AdminPageProps) {
  const { api } = useSession();
  const read = () => api('GET /api/admin/settings', {});
  const { status, value, retry } = useAsync('settings', read);
  return (
    <div className="page-width page-space">
      <PageHeader title="Settings" />
      <p className="mt-3 mb-8 max-w-160">
        All pages show a change within a second. Each change is in the{' '}
        <PageLink href={adminPages.admin('audit', { kind: 'settings' })} className="link">
          audit trail
        </PageLink>
        , where you can undo it.
      </p>
      {status === 'failed' ? (
        <LoadFailed message="The settings could not be loaded." retry={retry} />
      ) : value ? (
        <SettingsForm account={account} stored={value} reload={read} />
      ) : (
        <Spinner />
      )}
    </div>
  );
}
