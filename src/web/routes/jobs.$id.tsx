import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { pages } from '#shared/paths.ts';
import { payInWords } from '#shared/pay-in-words.ts';
import { mayWriteCompanies, mayWriteJobsOf } from '#shared/permissions.ts';
import { found } from '#web/api/found.ts';
import { CompanyCard } from '#web/features/companies/company-card.tsx';
import { EmploymentTypeMark } from '#web/features/jobs/employment-type.tsx';
import { thingTitle } from '#web/features/site/page-title.ts';
import { useAccount } from '#web/session/use-session.ts';
import { CalendarDate } from '#web/ui/calendar-date.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

export const Route = createFileRoute('/jobs/$id')({
  loader: ({ context: { api }, params: { id } }) =>
    found(api('GET /api/jobs/:id', { params: { id }, query: { description: 'html' } })),
  head: ({ match: { context, status }, loaderData: job }) => ({
    meta: [
      { title: thingTitle(context.site, job && `${job.title} at ${job.company.name}`, status) },
    ],
  }),
  component: Job,
});

/** For few, so that visitors load nothing of it. */
const ManageJob = lazyPart(async () => {
  const module = await import('#web/features/jobs/manage-job.tsx');
  return module.ManageJob;
});

function Job() {
  const job = Route.useLoaderData();
  const account = useAccount() ?? {};
  return (
    <div className="page-width page-space">
      <p className="mb-8">
        <PageLink href={pages.jobs()} className="back-link">
          Back to Job Listings
        </PageLink>
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <article>
          <EmploymentTypeMark type={job.type} />
          <h1 dir="auto" className="page-title mt-3">
            {job.title}
          </h1>
          <dl className="facts">
            {job.location && (
              <div>
                <dt>Location</dt>
                <dd dir="auto">{job.location}</dd>
              </div>
            )}
            {job.moreplaces && (
              <div>
                <dt>Also in</dt>
                <dd dir="auto">{job.moreplaces}</dd>
              </div>
            )}
            {job.salary && (
              <div>
                <dt>Salary</dt>
                <dd>{`${job.salary} / Year`}</dd>
              </div>
            )}
            {job.pay && (
              <div>
                <dt>Stated by the employer</dt>
                <dd>{payInWords(job.pay)}</dd>
              </div>
            )}
            <div>
              <dt>Posted</dt>
              <dd>
                <CalendarDate iso={job.date} />
              </dd>
            </div>
          </dl>
          {job.applyurl && <ApplyLink url={job.applyurl} company={job.company.name} />}
          <section aria-labelledby="description" className="mt-10">
            <h2 id="description" className="section-title">
              Job Description
            </h2>
            {job.description ? (
              <RichText html={job.description} />
            ) : (
              <p className="text-muted">The employer has not written one.</p>
            )}
          </section>
        </article>
        <aside aria-label="Company" className="lg:sticky lg:top-8 lg:self-start">
          <CompanyCard company={job.company} heading="h2" editable={mayWriteCompanies(account)}>
            <RichText html={job.company.description} />
          </CompanyCard>
          {mayWriteJobsOf(account, job.company.id) && (
            <Suspense>
              <ManageJob id={job.id} />
            </Suspense>
          )}
        </aside>
      </div>
    </div>
  );
}

function ApplyLink({ url, company }: { url: string; company: string }) {
  return (
    <p className="mt-8">
      <a href={url} target="_blank" rel="noopener noreferrer nofollow" className="button">
        {`Apply on ${company} website`}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </p>
  );
}
