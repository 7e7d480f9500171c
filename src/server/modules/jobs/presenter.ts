import { plainText } from '#server/content/markdown/plain-text.ts';
import { presentCompany } from '#server/modules/companies/presenter.ts';
import type {
  ClosedJob,
  ClosedJobListItem,
  Job,
  JobListItem,
} from '#shared/contract/job-responses.ts';
import { readHighlights } from '../search/highlights.ts';
import type { ClosedJobRow, JobListRow, JobRow } from './queries.ts';

/** With the whole description where the row brings it, in its form, else with the summary. */
export function presentJobListItem(row: JobListRow): JobListItem {
  const { id, title, type, location, salary, date, company, description, updated } = row;
  return {
    id,
    title,
    type,
    location,
    description: description ?? row.summary,
    truncated: description === null && row.summary_truncated,
    salary,
    date: date.toISOString(),
    ...(updated !== null && { updated: updated.toISOString() }),
    companyid: company.id,
    company,
    ...(row.hits !== null && { marks: presentMarks(row, row.hits) }),
  };
}

function presentMarks({ title, company, location, summary }: JobListRow, hits: string) {
  const marks = readHighlights([title, company.name, location, summary], hits);
  const [inTitle = [], inCompany = [], inLocation = [], inSummary = []] = marks;
  return { title: inTitle, company: inCompany, location: inLocation, description: inSummary };
}

/** With the descriptions as the row brings them, or the job's as plain text of its Markdown. */
export function presentJob({ job, company }: JobRow, form: 'as it is' | 'text' = 'as it is'): Job {
  const { id, title, type, location, description, salary, applyurl, date } = job;
  return {
    id,
    title,
    type,
    location,
    moreplaces: job.more_places ?? '',
    description: form === 'text' ? plainText(description) : description,
    salary,
    pay: presentPay(job),
    applyurl,
    validthrough: job.validthrough ?? '',
    date: date.toISOString(),
    company: presentCompany(company),
  };
}

export function presentPay(
  job: Pick<JobRow['job'], 'pay_minimum' | 'pay_maximum' | 'pay_currency' | 'pay_unit'>,
): Job['pay'] {
  const {
    pay_minimum: minimum,
    pay_maximum: maximum,
    pay_currency: currency,
    pay_unit: unit,
  } = job;
  if (minimum === null || maximum === null || currency === null || unit === null) return null;
  return { minimum, maximum, currency, unit };
}

/** Of a deleted job there is no row; of one that is there, the descriptions are HTML. */
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
