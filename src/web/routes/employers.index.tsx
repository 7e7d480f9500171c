import { createFileRoute } from '@tanstack/react-router';
import { SessionPlaceholder } from '#web/auth/session-placeholder.tsx';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { JobRenewals } from '#web/features/jobs/renewal/job-renewals.tsx';
import { Employers } from '#web/features/teams/employers.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

type Search = { company?: string; renew?: string; sources?: string };

export const Route = createFileRoute('/employers/')({
  // The parameters are read here and not in `validateSearch`, which every public page would load.
  component: () => {
    const { company, renew, sources }: Search = Route.useSearch();
    if (renew) {
      // The page that renews jobs, to which mails link. A separate route would be in the script of every page.
      return (
        <section className="page-width page-space">
          <h1 className="page-title mb-6">Renew jobs</h1>
          <JobRenewals />
        </section>
      );
    }
    if (sources) return <OwnSources shown={sources} fallback={<SessionPlaceholder />} />;
    return (
      <section className="page-width page-space">
        <h1 className="page-title mb-3">For employers</h1>
        <p className="lead mb-10">Post your company’s jobs, and invite colleagues to edit them.</p>
        <Employers
          company={company}
          renderClaims={(person) => (
            <Claims
              {...person}
              fallback={<Spinner />}
              renderJob={(claim, onSaved) => (
                <FirstJob account={person.account} claim={claim} onSaved={onSaved} />
              )}
            />
          )}
        />
      </section>
    );
  },
});

/**
 * This component is in a separate chunk, because few people need it, and site admins have the same screens elsewhere.
 */
const OwnSources = lazyComponent(
  async () => (await import('#web/features/sources/own-sources.tsx')).OwnSources,
);
/** These components are in separate chunks, because they need the schemas of the contract. */
const Claims = lazyComponent(
  async () => (await import('#web/features/companies/claims/claims.tsx')).Claims,
);
const FirstJob = lazyComponent(
  async () => (await import('#web/features/jobs/form/first-job.tsx')).FirstJob,
);
