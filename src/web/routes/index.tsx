import { createFileRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { WELCOME_PATTERN } from '#shared/brand/welcome-pattern.ts';
import { HOME_PAGE_JOBS } from '#shared/limits.ts';
import { pages } from '#shared/urls/paths.ts';
import { JobGrid } from '#web/features/jobs/list/job-grid.tsx';
import { BlockPattern } from '#web/ui/block.tsx';
import { ButtonLink } from '#web/ui/button.tsx';

export const Route = createFileRoute('/')({
  loader: async ({ context: { api } }) => {
    const { results } = await api('GET /api/jobs', {
      query: { limit: String(HOME_PAGE_JOBS), description: 'summary' },
    });
    return results;
  },
  component: Home,
});

function Home() {
  const jobs = Route.useLoaderData();
  return (
    <>
      <section className="overflow-clip border-b border-line">
        <div className="page-width grid items-start gap-10 py-12 md:grid-cols-[3fr_2fr] md:py-20">
          <div>
            <h1 className="hero-title">Connecting Composable Jobs and Professionals</h1>
            <p className="lead mt-5 max-w-[34ch]">
              Find the Composable job that fits your skills and needs
            </p>
          </div>
          <BlockPattern
            columns={5}
            rows={4}
            blocks={WELCOME_PATTERN}
            className="w-full max-w-120 justify-self-end max-md:max-w-60 max-md:justify-self-start"
          />
        </div>
      </section>

      <section className="page-width grid gap-px sm:grid-cols-2" aria-label="Get started">
        <HomeCard
          heading="For Developers"
          text="Browse our Vue jobs and start your career today"
          tone="bg-brand-tint"
        >
          <ButtonLink href={pages.jobs()}>Browse Jobs</ButtonLink>
        </HomeCard>
        <HomeCard
          heading="For Employers"
          text="List your job to find the perfect developer for the role"
          tone="bg-sun-tint"
        >
          <ButtonLink href={pages.addJob()}>Add Job</ButtonLink>
        </HomeCard>
      </section>

      <section className="page-width page-space" aria-labelledby="newest">
        <h2 id="newest" className="section-title">
          Newest jobs
        </h2>
        {jobs.length > 0 ? (
          <JobGrid jobs={jobs} heading="h3" />
        ) : (
          <p className="lead">No jobs yet.</p>
        )}
        <p className="mt-14 text-center">
          <ButtonLink href={pages.jobs()} className="min-w-[min(20rem,100%)]">
            View All Jobs
          </ButtonLink>
        </p>
      </section>
    </>
  );
}

function HomeCard(props: { heading: string; text: string; tone: string; children: ReactNode }) {
  return (
    <div
      className={`mt-[clamp(1.5rem,4vw,2.5rem)] flex flex-col p-[clamp(1.5rem,4vw,2.5rem)] max-sm:not-first:mt-0 ${props.tone}`}
    >
      <h2 className="text-2xl font-semibold tracking-tight">{props.heading}</h2>
      <p className="mt-2 mb-6 max-w-[36ch]">{props.text}</p>
      <p className="mt-auto">{props.children}</p>
    </div>
  );
}
