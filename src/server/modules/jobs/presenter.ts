import { namePlaces } from '#server/content/eligibility/name-places.ts';
import { plainText } from '#server/content/markdown/plain-text.ts';
import { presentCompany } from '#server/modules/companies/presenter.ts';
import { STATED_FACTS } from '#shared/contract/job-facts.ts';
import type {
  ClosedJob,
  ClosedJobListItem,
  Job,
  JobListItem,
} from '#shared/contract/job-responses.ts';
import { JOB_TEXTS } from '#shared/domain/job-fields.ts';
import { pick } from '#shared/pick.ts';
import { firstPlaceFirst } from '../facts/location-order.ts';
import { readHighlights } from '../search/highlights.ts';
import type { JobListRow } from '../search/search-jobs.ts';
import type { ClosedJobRow, JobRow } from './queries.ts';

/** Presents a job in a list. If the row has a description, the result contains it, and otherwise the summary. */
export function presentJobListItem(row: JobListRow): JobListItem {
  const { id, title, type, location, salary, date, company, description, updated } = row;
  return {
    id,
    title,
    type,
    location: row.highlighted === null ? firstPlaceFirst(row) : location,
    description: description ?? row.summary,
    truncated: description === null && row.summary_truncated,
    salary,
    places: row.places,
    workplace: row.workplace,
    employment: row.employment,
    level: row.level,
    eligibility: row.eligibility,
    pay: row.pay,
    skills: row.skills,
    date: date.toISOString(),
    ...(updated !== null && { updated: updated.toISOString() }),
    companyid: company.id,
    company,
    ...(row.also && { also: row.also }),
    ...(row.part && { part: row.part }),
    ...(row.excerpt && { excerpt: row.excerpt }),
    ...(row.highlighted !== null && { highlights: presentHighlights(row, row.highlighted) }),
  };
}

function presentHighlights(
  { title, company, location, summary }: JobListRow,
  highlighted: string,
): NonNullable<JobListItem['highlights']> {
  const ranges = readHighlights([title, company.name, location, summary], highlighted);
  const [inTitle = [], inCompany = [], inLocation = [], inSummary = []] = ranges;
  return { title: inTitle, company: inCompany, location: inLocation, description: inSummary };
}

/**
 * A row of a job to present. The day on which a source last listed the job is optional, because finding it takes a query for
 * each job: rows that are read all at once, as to measure the quality of facts, leave it out.
 */
type PresentableJobRow = Omit<JobRow, 'job'> & {
  job: Omit<JobRow['job'], 'checked'> & { checked?: JobRow['job']['checked'] };
};

/** Presents a job. `text` converts the job's Markdown to plain text. */
export function presentJob(
  { job, company, facts }: PresentableJobRow,
  form: 'stored' | 'text' = 'stored',
): Job {
  const { id, description, date } = job;
  return {
    id,
    ...pick(job, JOB_TEXTS),
    moreplaces: job.more_places ?? '',
    description: form === 'text' ? plainText(description) : description,
    ...facts,
    opento: facts.eligibility ? namePlaces(facts.eligibility) : [],
    stated: STATED_FACTS.filter((fact) => job[fact]),
    validthrough: job.validthrough ?? '',
    closesat: job.closes_at?.toISOString() ?? null,
    ...(job.checked && { checked: job.checked }),
    date: date.toISOString(),
    company: presentCompany(company),
  };
}

/** Presents a closed job with the HTML of its description, or a deleted job, which no longer has a row. */
export function presentClosedJob({
  id,
  closed,
  row,
  similar,
}: {
  id: string;
  closed: Date;
  row: JobRow | undefined;
  similar: JobListRow[];
}): ClosedJob {
  return {
    id,
    closedat: closed.toISOString(),
    job: row ? presentJob(row) : null,
    similar: similar.map(presentJobListItem),
  };
}

export function presentClosedJobListItem(row: ClosedJobRow): ClosedJobListItem {
  const { id, title, type, location, salary, date, company } = row;
  return {
    id,
    title,
    type,
    location,
    salary,
    date: date.toISOString(),
    company,
    validthrough: row.validthrough ?? '',
    closedat: row.closed_at.toISOString(),
    closedby: row.closed_by ?? 'source',
  };
}
