import { createFileRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { WELCOME_PATTERN } from '#shared/brand/welcome-pattern.ts';
import type { SearchSuggestions } from '#shared/contract/job-responses.ts';
import { homeTexts } from '#shared/domain/board-settings.ts';
import { formatCompactCount } from '#shared/format/count.ts';
import { HOME_PAGE_JOBS } from '#shared/limits.ts';
import { pages } from '#shared/urls/paths.ts';
import { withoutData } from '#web/api/errors.ts';
import { inColumns } from '#web/data/columns.ts';
import { useSite } from '#web/data/use-site.ts';
import { LazyRedirectNotice } from '#web/features/accounts/lazy-redirect-notice.tsx';
import { HomeSearch } from '#web/features/jobs/home-search.tsx';
import { JobGrid } from '#web/features/jobs/list/job-grid.tsx';
import { listed } from '#web/features/jobs/list/listed-job.ts';
import { mixCompanies } from '#web/features/jobs/mix-companies.ts';
import { ResidenceControl } from '#web/features/jobs/residence/residence-control.tsx';
import { RetryLink } from '#web/layout/route-error.tsx';
import { BlockPattern } from '#web/ui/block.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { PageLink } from '#web/ui/page-link.tsx';

export const Route = createFileRoute('/')({
  loader: async ({ context: { api, setStatus }, preload }) => {
    const load = async <Value,>(response: Promise<Value>) =>
      // The router discards a preload that throws, and loads the page again when it is opened.
      preload ? response : response.catch(withoutData(setStatus));
    const [list, suggestions] = await Promise.all([
      // A whole page of jobs, from which those to show are chosen.
      load(api('GET /api/jobs', { query: { description: 'summary', group: 'true' } })),
      load(api('GET /api/jobs/suggestions', { query: {} })),
    ]);
    return inColumns({
      // Only the server chooses here, so that the script of every page lacks the code. The component chooses the same.
      jobs: (import.meta.env.SSR && list ? chosen(list.results) : list?.results)?.map(listed),
      suggestions,
    });
  },
  component: Home,
});

/** The jobs to show. Choosing from them again chooses the same. */
const chosen = <Listed extends { company: { id: string } }>(jobs: Listed[]) =>
  mixCompanies(jobs, HOME_PAGE_JOBS);

function Home() {
  const { jobs, suggestions } = Route.useLoaderData();
  const texts = homeTexts(useSite().texts);
  const popular = suggestions ? popularSearches(suggestions) : [];
  return (
    <>
      <LazyRedirectNotice />
      <section className="overflow-x-clip border-b border-line">
        <div className="page-width grid grid-cols-[minmax(0,1fr)] items-center gap-10 py-5 md:grid-cols-[minmax(0,3fr)_minmax(0,1fr)] md:py-12">
          <div>
            <h1 className="hero-title">{texts.heading}</h1>
            {texts.subheading && <p className="mt-3 text-muted md:text-xl">{texts.subheading}</p>}
            <HomeSearch />
            {popular.length > 0 && (
              <section aria-labelledby="popular" className="popular">
                <h2 id="popular">Popular searches</h2>
                <ul>
                  {popular.map(({ label, search, jobs: count }) => (
                    <li key={label}>
                      <PageLink href={pages.jobs(search)} className="link tap-target">
                        <bdi>{label}</bdi>
                      </PageLink>{' '}
                      <span className="text-muted">{formatCompactCount(count)}</span>
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </div>
          <BlockPattern
            columns={5}
            rows={4}
            blocks={WELCOME_PATTERN}
            className="w-full max-md:hidden"
          />
        </div>
      </section>

      <section className="page-width pt-6 md:pt-10" aria-labelledby="newest">
        <div className="flex items-start gap-4">
          <h2 id="newest" className="section-title">
            Newest jobs
          </h2>
          <ResidenceControl />
        </div>
        {!jobs ? (
          <RetryLink message="The newest jobs could not be loaded." isHidden />
        ) : jobs.length > 0 ? (
          <JobGrid jobs={chosen(jobs)} heading="h3" />
        ) : (
          <p className="lead">No jobs yet.</p>
        )}
        <p className="mt-10 text-center">
          <ButtonLink href={pages.jobs()} className="min-w-[min(20rem,100%)]">
            View All Jobs
          </ButtonLink>
        </p>
      </section>

      <section className="page-width mt-10 grid gap-px sm:grid-cols-2" aria-label="Get started">
        <HomeCard heading={texts.seekersheading} text={texts.seekerstext} tone="bg-brand-tint">
          <ButtonLink href={pages.jobs()}>{texts.seekersbutton}</ButtonLink>
        </HomeCard>
        <HomeCard heading={texts.employersheading} text={texts.employerstext} tone="bg-sun-tint">
          <ButtonLink href={pages.addJob()}>{texts.employersbutton}</ButtonLink>
        </HomeCard>
      </section>
    </>
  );
}

function popularSearches({ titles, skills, places }: SearchSuggestions) {
  return [
    ...titles.map(({ title, jobs }) => ({ label: title, search: { q: title }, jobs })),
    ...skills.map(({ skill, jobs }) => ({ label: skill, search: { q: skill }, jobs })),
    ...places.map(({ place, jobs }) => ({
      label: cityOf(place),
      search: { location: place },
      jobs,
    })),
  ];
}

/** The first part of the name of a place, such as "Lisbon" of "Lisbon, Portugal". */
const cityOf = (place: string) => place.split(', ')[0] ?? place;

function HomeCard(props: { heading: string; text: string; tone: string; children: ReactNode }) {
  return (
    <div className={`flex flex-col p-[clamp(1.5rem,4vw,2.5rem)] ${props.tone}`}>
      <h2 className="text-2xl font-semibold tracking-tight">{props.heading}</h2>
      <p className="mt-2 mb-6 max-w-[36ch]">{props.text}</p>
      <p className="mt-auto">{props.children}</p>
    </div>
  );
}
