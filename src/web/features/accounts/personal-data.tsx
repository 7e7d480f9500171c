import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { DataDownload } from './data-download.tsx';
import { DeleteAccount } from './delete-account.tsx';

/** The person's actions on their own data: download it, and delete the account. Spec: "Account". */
export function PersonalDataSections() {
  const { api } = useSession();
  const { status, value, retry } = useAsync('personal data', () =>
    api('GET /api/personal-data', {}),
  );
  if (value) {
    return (
      <>
        <DataDownload download={value.export} reload={retry} />
        <DeleteAccount data={value} />
      </>
    );
  }
  if (status === 'loading') return <Spinner />;
  return (
    <LoadFailed
      className="mt-16"
      message="The state of your data could not be loaded."
      retry={retry}
    />
  );
}
