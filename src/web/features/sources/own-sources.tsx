import type { Account } from '#shared/contract/accounts.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { useMemberships } from '#web/data/use-memberships.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { AddSource } from './add-source.tsx';
import { SourcePage } from './source-page.tsx';
import { SourceRow } from './source-row.tsx';
import { NEW_SOURCE, OWNER_SCOPE, SITE_ADMIN_SCOPE } from './source-scope.ts';

type Props = {
  account: Account;
  /** The content of the tab: `all` sources, the form that adds a source, or the id of one source. */
  shown: string;
};

/** The sources of the company for which an owner acts. */
export function OwnSources({ account, shown }: Props) {
  const { company, role } = account;
  if (role === 'siteadmin') return <ForSiteAdmins />;
  if (shown === NEW_SOURCE) return <AddSource scope={OWNER_SCOPE} company={company} />;
  if (shown !== 'all') return <SourcePage key={shown} id={shown} scope={OWNER_SCOPE} />;
  return <OwnList key={company} account={account} />;
}

/** The maximum number of sources of a company that are shown. Few companies have more than two. */
const MAX_SOURCES = 100;

function OwnList({ account }: { account: Account }) {
  const { api } = useSession();
  const own = useMemberships(account);
  const isOwner = own.memberships?.some(({ current, role }) => current && role === 'owner');
  const list = useAsync(isOwner ? 'sources' : undefined, () =>
    api('GET /api/sources', { query: { limit: String(MAX_SOURCES) } }),
  );
  const { status, retry } = own.memberships ? list : own;
  const sources = list.value?.results;
  return (
    <section aria-labelledby="imported">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-4">
        <h2 id="imported" className="section-title mb-0">
          Imported jobs
        </h2>
        {sources && sources.length > 0 && (
          <ButtonLink href={OWNER_SCOPE.hrefOf(NEW_SOURCE)}>Add source</ButtonLink>
        )}
      </div>
      <p className="mb-8 max-w-176">
        Jobs are imported automatically from your career page or job board, and close when they are
        gone there.
      </p>
      {status === 'loading' && !sources && <Spinner />}
      {status === 'failed' && (
        <LoadFailed message="Your sources could not be loaded." retry={retry} />
      )}
      {isOwner === false && (
        <p className="max-w-176">
          Only owners of a company can choose where its jobs come from. Ask an owner of your
          company.
        </p>
      )}
      {sources?.length === 0 && (
        <EmptyState title="No source yet">
          <ButtonLink href={OWNER_SCOPE.hrefOf(NEW_SOURCE)}>Add source</ButtonLink>
        </EmptyState>
      )}
      {sources && sources.length > 0 && (
        <ul className="border-t border-line">
          {sources.map((source) => (
            <SourceRow key={source.id} source={source} scope={OWNER_SCOPE} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ForSiteAdmins() {
  return (
    <p>
      As a site admin, you manage the sources of all companies under{' '}
      <PageLink href={SITE_ADMIN_SCOPE.hrefOf()} className="link">
        Sources
      </PageLink>
      .
    </p>
  );
}
