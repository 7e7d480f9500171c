import { createFileRoute, Navigate } from '@tanstack/react-router';
import { POSTING_STEPS, type PostingStep } from '#shared/domain/posting.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { pages } from '#shared/urls/paths.ts';
import { SessionPlaceholder } from '#web/auth/session-placeholder.tsx';
import { useSessionState } from '#web/auth/use-session.ts';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { useSite } from '#web/data/use-site.ts';
import { PostingSteps } from '#web/features/companies/posting/posting-steps.tsx';
import { JobRenewals } from '#web/features/jobs/renewal/job-renewals.tsx';
import { Employers } from '#web/features/teams/employers.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

type Search = { company?: string; renew?: string; sources?: string; step?: string };

export const Route = createFileRoute('/employers/')({
  // The parameters are read here and not in `validateSearch`, which every public page would load.
  component: () => {
    const { company, renew, sources, step }: Search = Route.useSearch();
    if (renew) {
      // The page that renews and closes jobs, to which mails link. A separate route would be in the script of every
      // page.
      return (
        <section className="page-width page-space">
          <h1 className="page-title mb-6">Renew or close jobs</h1>
          <JobRenewals />
        </section>
      );
    }
    // Mails of earlier versions link to sources here.
    if (sources) return <Navigate to={adminPages.ownSources({ source: sources })} replace />;
    return (
      <section className="page-width page-space">
        <h1 className="page-title mb-3">For employers</h1>
        <Lead />
        <Content company={company} step={POSTING_STEPS.find((known) => known === step)} />
      </section>
    );
  },
});

/** On a board whose site admins add the companies, nobody begins to post. */
function Lead() {
  if (useSite().closed) return null;
  return (
    <p className="lead mb-10">Post a job in a few short steps. You need no account to begin.</p>
  );
}

function ClosedBoard() {
  return (
    <p className="max-w-160">
      This board adds companies itself. Is yours missing?{' '}
      <PageLink href={pages.contactUs()} className="link">
        Contact us
      </PageLink>
      . If a colleague posts its jobs here, ask them for an invitation.
    </p>
  );
}

type ContentProps = { company: string | undefined; step: PostingStep | undefined };

/** The companies and requests of a signed-in person, and the steps of a person who begins to post. */
function Content({ company, step }: ContentProps) {
  const state = useSessionState();
  const site = useSite();
  const account = state.status === 'signed-in' ? state.account : undefined;
  if (state.status === 'unknown' || state.status === 'restoring') {
    return (
      <>
        <PostingSteps current={step ?? 'job'} />
        <SessionPlaceholder />
      </>
    );
  }
  /** Who comes from the page of a company wants to choose it. */
  const first = company ? 'company' : 'job';
  const posting = (current: PostingStep) =>
    site.closed ? (
      <ClosedBoard />
    ) : (
      <>
        <PostingSteps current={current} />
        <Posting
          step={current}
          account={account}
          company={company}
          renderJob={() => <JobStep fallback={<Spinner />} />}
          readJob={async () => {
            const { readPostedJob } = await import('#web/features/jobs/form/job-step.tsx');
            return readPostedJob(site);
          }}
          fallback={<SessionPlaceholder />}
        />
      </>
    );
  return (
    <>
      {account && !step && (
        <Employers key={account.id} account={account} company={company}>
          {({ hasCompanies, onOwner }) => (
            <Claims
              account={account}
              visit={account.id}
              onOwner={onOwner}
              fallback={<Spinner />}
              renderJob={(claim, onSaved) => (
                <FirstJob account={account} claim={claim} onSaved={onSaved} />
              )}
            >
              {(count) =>
                hasCompanies && site.closed ? null : hasCompanies || count > 0 ? (
                  <p>
                    <PageLink href={pages.employers({ company, step: 'company' })} className="link">
                      Post jobs for another company
                    </PageLink>
                  </p>
                ) : (
                  <Navigate to={pages.employers({ company, step: first })} replace />
                )
              }
            </Claims>
          )}
        </Employers>
      )}
      {/* It stays in its place while the person signs in, and then sends what they have written. */}
      {(step || !account) && posting(step ?? first)}
    </>
  );
}

/** These components are in separate chunks, because they need the schemas of the contract. */
const Posting = lazyComponent(
  async () => (await import('#web/features/companies/posting/posting.tsx')).Posting,
);
const JobStep = lazyComponent(
  async () => (await import('#web/features/jobs/form/job-step.tsx')).JobStep,
);
const Claims = lazyComponent(
  async () => (await import('#web/features/companies/claims/claims.tsx')).Claims,
);
const FirstJob = lazyComponent(
  async () => (await import('#web/features/jobs/form/first-job.tsx')).FirstJob,
);
