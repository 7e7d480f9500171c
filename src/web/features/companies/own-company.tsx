import type { Account } from '#shared/contract/accounts.ts';
import { pages } from '#shared/urls/paths.ts';
import { ignoreStatus } from '#web/api/errors.ts';
import { httpWithEtag } from '#web/api/etag-api.ts';
import type { Session } from '#web/auth/session.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { useMemberships } from '#web/data/use-memberships.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { CompanyForm } from './company-form.tsx';
import { PendingRename } from './profile/pending-rename.tsx';

type Props = {
  account: Account;
  /** The id of the company to which a link leads. Only its members see it here. */
  company: string | undefined;
};

/** The page and the profile of the company for which a person acts. Its owners edit it. */
export function OwnCompany({ account, company: linked }: Props) {
  const { status, memberships, retry } = useMemberships(account);
  if (status === 'loading' && !memberships) return <Spinner />;
  if (!memberships) {
    return <LoadFailed message="Your companies could not be loaded." retry={retry} />;
  }
  const own =
    memberships.find(({ company }) => company === linked) ??
    memberships.find(({ company }) => company === account.company);
  if (own?.role === 'owner')
    return <Profile key={own.company} account={account} id={own.company} />;
  const id = own?.company ?? linked;
  return (
    <>
      <p className="mb-6 max-w-160">
        {account.role === 'siteadmin'
          ? 'Site admins edit a company from its page.'
          : 'Only owners of the company edit its name, description and profile.'}
      </p>
      {id && (
        <ButtonLink variant="secondary" href={pages.company(id)}>
          View company page
        </ButtonLink>
      )}
    </>
  );
}

function Profile({ account, id }: { account: Account; id: string }) {
  const { api } = useSession();
  const { status, value, retry } = useAsync(id, () => readOwn(api, id));
  const [heading, focusHeading] = useFocusRequest<HTMLHeadingElement>();
  const hasFailed = status === 'failed' || status === 'missing';
  const failure = <LoadFailed message="The company could not be loaded." retry={retry} />;
  if (hasFailed && !value) return failure;
  function onChanged(): void {
    retry();
    focusHeading();
  }
  return (
    <section aria-labelledby="profile">
      <div className="mb-6 flex max-w-160 flex-wrap items-center justify-between gap-4">
        <h2 id="profile" ref={heading} tabIndex={-1} className="section-title mb-0">
          Company profile
        </h2>
        <ButtonLink variant="secondary" href={pages.company(id)}>
          View company page
        </ButtonLink>
      </div>
      {!value && <Spinner />}
      {/* After a save, the form stays even if it cannot be loaded again. */}
      {hasFailed && failure}
      {value?.rename && <PendingRename rename={value.rename} onDone={onChanged} />}
      {value && (
        <CompanyForm
          // A save makes another version, with which the form begins again.
          key={value.company.etag}
          account={account}
          company={value.company}
          rename={value.rename}
          reload={() => readOwn(api, id).catch(ignoreStatus(404))}
          onSaved={onChanged}
        />
      )}
    </section>
  );
}

/** Reads the company with its description in Markdown, and the request to change its name or website. */
async function readOwn(api: Session['api'], id: string) {
  const [company, { results }] = await Promise.all([
    httpWithEtag('GET /api/companies/:id', { params: { id }, query: {} }),
    api('GET /api/companies/:id/renames', { params: { id } }),
  ]);
  return { company, rename: results[0] };
}
