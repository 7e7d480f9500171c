import { namePlaces } from '#server/content/eligibility/name-places.ts';
import type { MailJob } from '#server/db/mail-tables.ts';
import { oneLine } from '#server/mail/one-line.ts';
import { MAX_MAIL_JOBS } from '#server/mail/outbox.ts';
import { firstPlaceFirst } from '#server/modules/facts/location-order.ts';
import type { JobListRow } from '#server/modules/search/search-jobs.ts';
import { formatMoney } from '#shared/format/pay.ts';
import { pages } from '#shared/urls/paths.ts';

export type MailedJob = Pick<
  JobListRow,
  | 'id'
  | 'title'
  | 'type'
  | 'location'
  | 'salary'
  | 'pay'
  | 'workplace'
  | 'employment'
  | 'places'
  | 'eligibility'
  | 'company'
  | 'date'
>;

/** The maximum lengths of a title and of a company's name in a mail (characters). */
const TITLE_LENGTH = 200;
const NAME_LENGTH = 120;

/** How many places of a remote job are named. */
const NAMED_PLACES = 3;

/** The newest jobs of a mail, those of a company next to each other. Each has the facts that cards have. */
export function mailJobs(jobs: MailedJob[], origin: string): MailJob[] {
  const newest = jobs
    .toSorted((one, other) => other.date.getTime() - one.date.getTime())
    .slice(0, MAX_MAIL_JOBS);
  const companies = [...new Set(newest.map(({ company }) => company.id))];
  return companies.flatMap((id) =>
    newest.filter(({ company }) => company.id === id).map((job) => mailJob(job, origin)),
  );
}

function mailJob(job: MailedJob, origin: string): MailJob {
  const { type, employment, workplace } = job;
  const pay = formatMoney(job);
  const open = job.eligibility && formatEligibility(namePlaces(job.eligibility));
  const facts = [
    ...new Set([type, employment, workplace].filter(Boolean).map((fact) => fact?.toLowerCase())),
  ].map((fact) => (fact === type.toLowerCase() ? type : fact));
  return {
    title: oneLine(job.title, TITLE_LENGTH) || 'Untitled',
    url: `${origin}${pages.job(job.id)}`,
    company: oneLine(job.company.name, NAME_LENGTH) || 'Unnamed',
    ...(pay && { pay }),
    facts: [...facts, firstPlace(job)].filter(Boolean).join(' · '),
    ...(open && { open }),
  };
}

/** The first place of a job and the number of the others, such as "Berlin +2". */
function firstPlace(job: MailedJob): string {
  const [first = '', ...others] = firstPlaceFirst(job).split('; ');
  const count = others.length > 0 ? Math.max(others.length, job.places.length - 1) : 0;
  const place = oneLine(first);
  if (place === job.type) return '';
  return count > 0 ? `${place} +${count}` : place;
}

function formatEligibility(places: string[]): string {
  if (places.length === 0) return '';
  if (places[0] === 'Worldwide') return 'Open worldwide';
  const more = places.length - NAMED_PLACES;
  const named = places.slice(0, NAMED_PLACES).join(', ');
  return `Open to ${named}${more > 0 ? ` and ${more} more` : ''}`;
}
