import { createFileRoute } from '@tanstack/react-router';
import type { Account } from '#shared/contract/accounts.ts';
import { DASHBOARD_TABS, type DashboardTab } from '#shared/domain/dashboard.ts';
import { JOB_ADMINS } from '#shared/domain/roles.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { type JobSearch, pages } from '#shared/urls/paths.ts';
import { RequireRole } from '#web/auth/require-role.tsx';
import { SessionPlaceholder } from '#web/auth/session-placeholder.tsx';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { Dashboard } from '#web/features/jobs/manage/dashboard.tsx';
import { OwnTeam } from '#web/features/teams/own-team.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { TabLinks } from '#web/ui/tab-links.tsx';

type Search = JobSearch & {
  tab?: string;
  state?: string;
  cursor?: string;
  /** The source that the tab "Import" shows, or `new`. */
  source?: string;
};

export const Route = createFileRoute('/dashboard')({
  // The parameters are read here and not in `validateSearch`, which every public page would load.
  component: () => {
    const { tab, ...search }: Search = Route.useSearch();
    const current = DASHBOARD_TABS.find((known) => known === tab) ?? 'jobs';
    return (
      <RequireRole roles={JOB_ADMINS}>
        {(account) => <Screen account={account} tab={current} search={search} />}
      </RequireRole>
    );
  },
});

const LABELS: Record<DashboardTab, string> = {
  jobs: 'Jobs',
  company: 'Company',
  team: 'Team',
  import: 'Import',
};

type Props = { account: Account; tab: DashboardTab; search: Omit<Search, 'tab'> };

/**
 * One place for all that an employer does. A site admin acts for every company, so that they see all jobs, and the team
 * of the company in the URL.
 */
function Screen({ account, tab, search }: Props) {
  const isSiteAdmin = account.role === 'siteadmin';
  const company = typeof search.company === 'string' ? search.company : undefined;
  // A source and the form that adds one are pages of their own.
  if (tab === 'import' && search.source) {
    return <OwnSources account={account} shown={search.source} fallback={<SessionPlaceholder />} />;
  }
  const tabs = DASHBOARD_TABS.filter((one) => !isSiteAdmin || one === 'jobs' || one === tab);
  return (
    <section className="page-width page-space">
      <PageHeader title="Dashboard" className="mb-3" />
      {!isSiteAdmin && (
        <p className="mb-4 text-muted wrap-anywhere">
          <PageLink href={pages.company(account.company)} className="link">
            <bdi>{account.companyname}</bdi>
          </PageLink>
        </p>
      )}
      <div className="mb-8">
        <TabLinks
          label="Dashboard"
          tabs={tabs.map((one) => ({
            href:
              one === 'jobs' ? adminPages.dashboard() : adminPages.dashboard({ tab: one, company }),
            label: LABELS[one],
            isCurrent: one === tab,
          }))}
        />
      </div>
      {tab === 'jobs' && (
        <Dashboard account={account} parameters={search}>
          {!isSiteAdmin && <SourceQuestions account={account} />}
        </Dashboard>
      )}
      {tab === 'company' && (
        <OwnCompany key={account.id} account={account} company={company} fallback={<Spinner />} />
      )}
      {tab === 'team' && <OwnTeam key={account.id} account={account} company={company} />}
      {tab === 'import' && <OwnSources account={account} shown="all" fallback={<Spinner />} />}
    </section>
  );
}

/** These components are in separate chunks, because few visits need them. */
const OwnCompany = lazyComponent(
  async () => (await import('#web/features/companies/own-company.tsx')).OwnCompany,
);
const OwnSources = lazyComponent(
  async () => (await import('#web/features/sources/own-sources.tsx')).OwnSources,
);
const SourceQuestions = lazyComponent(
  async () => (await import('#web/features/sources/source-questions.tsx')).SourceQuestions,
);
