import { useId, useState } from 'react';
import type { Job, JobListItem } from '#shared/contract/job-responses.ts';
import { statedPay } from '#shared/contract/stated-pay.ts';
import { pageTitle } from '#shared/format/page-title.ts';
import { DESCRIPTION_LENGTH, MAX_LISTED_SKILLS } from '#shared/limits.ts';
import { pages } from '#shared/urls/paths.ts';
import { http } from '#web/api/http.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { useSite } from '#web/data/use-site.ts';
import { describeJob } from '#web/head/meta-description.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { JobSummary } from '../list/job-summary.tsx';
import { type JobValues, toBody } from './job-values.ts';

/** A company to choose from. */
export type CompanyOption = {
  id: string;
  name: string;
  /** Whether the company is still awaiting approval and therefore has no page yet. */
  isNew?: boolean;
};

type Props = {
  values: JobValues;
  /** The chosen company; undefined if none is chosen yet. */
  company: CompanyOption | undefined;
  /** The stored job; undefined in "Add Job". */
  job: Job | undefined;
};

/** The width from which the preview is beside the form and initially open. */
const BESIDE_FORM = '(min-width: 64rem)';

/** Shows how the job in the form will look in lists and in the results of Google. */
export function JobPreview({ values, company, job }: Props) {
  const headingId = useId();
  // `window` exists, because the page is only rendered in the browser.
  const [isOpenAtFirst] = useState(() => window.matchMedia(BESIDE_FORM).matches);
  return (
    <aside aria-labelledby={headingId} className="w-full max-w-160 lg:sticky lg:top-8">
      <details open={isOpenAtFirst}>
        <summary
          id={headingId}
          className="min-h-11 cursor-pointer py-2 text-xl font-semibold tracking-tight"
        >
          How the job will look
        </summary>
        <Contents values={values} company={company} job={job} />
      </details>
    </aside>
  );
}

function Contents({ values, company, job }: Props) {
  const { api } = useSession();
  const listId = useId();
  const resultId = useId();
  const text = useDebounced(values.description);
  const isRendered = text.trim() !== '' && text.length <= DESCRIPTION_LENGTH;
  const description = useAsync(isRendered ? text : undefined, () =>
    api('POST /api/descriptions/preview', { body: { description: text } }),
  );
  const logo = useAsync((!company?.isNew && company?.id) || undefined, () =>
    http('GET /api/companies/:id', { params: { id: company?.id ?? '' }, query: {} }),
  );
  const rendered = isRendered ? description.value : undefined;
  const shown = {
    ...summaryOf(values, job),
    description: rendered?.summary ?? '',
    truncated: rendered?.truncated ?? false,
    companyid: company?.id ?? '',
    company: {
      id: company?.id ?? '',
      name: company?.name || 'Company',
      logo: logo.status === 'loaded' ? logo.value.logo : '',
    },
  };
  return (
    <div className="mt-4 grid gap-10">
      <section aria-labelledby={listId}>
        <h2 id={listId} className="mb-3 text-small font-semibold text-muted">
          In lists
        </h2>
        {/* The links and buttons of the card do nothing here. */}
        <div inert>
          <JobSummary job={shown} heading="h3" />
        </div>
      </section>
      <section aria-labelledby={resultId}>
        <h2 id={resultId} className="mb-3 text-small font-semibold text-muted">
          In Google
        </h2>
        <SearchResult job={shown} html={rendered?.html ?? ''} id={job?.id ?? '…'} />
      </section>
    </div>
  );
}

/** The parts of a list item that the form contains. */
function summaryOf(
  values: JobValues,
  job: Job | undefined,
): Omit<JobListItem, 'description' | 'truncated' | 'companyid' | 'company'> {
  const body = toBody(values);
  const pay = statedPay.safeParse(body.pay).data ?? null;
  return {
    id: job?.id ?? '',
    title: values.title.trim() || 'Untitled',
    type: body.type,
    location: values.location.trim(),
    salary: body.salary,
    date: job?.date ?? new Date().toISOString(),
    places: job?.location === values.location ? job.places : [],
    workplace: body.workplace || null,
    employment: body.employment || null,
    level: job?.title === values.title ? job.level : null,
    eligibility: null,
    pay: pay && { ...pay, source: 'field' },
    skills: job?.skills.slice(0, MAX_LISTED_SKILLS).map(({ name }) => name) ?? [],
  };
}

type ResultProps = { job: JobListItem; html: string; id: string };

/** A search result as Google shows it: the site, the URL, the title and the meta description. */
function SearchResult({ job, html, id }: ResultProps) {
  const site = useSite();
  const { host } = new URL(site.origin);
  return (
    <div className="border-l-4 border-line pl-4 wrap-anywhere">
      <p className="text-small text-muted">
        {`${site.name} · ${host}${decodeURIComponent(pages.job(id)).replaceAll('/', ' › ')}`}
      </p>
      <p dir="auto" className="mt-1 line-clamp-2 text-xl leading-snug text-brand">
        {pageTitle(site.name, `${job.title} at ${job.company.name}`)}
      </p>
      <p dir="auto" className="mt-1 text-small text-muted">
        {describeJob({ ...job, description: html })}
      </p>
    </div>
  );
}
