import type { Company } from '#shared/contract/companies.ts';
import type { Job, PostingIssue } from '#shared/contract/job-responses.ts';
import { type PlainDate, toPlainDate } from '#shared/domain/plain-date.ts';
import { formatDate } from '#shared/format/day.ts';

/** The parts of a job that have properties in Google's structured data. */
type Posting = Pick<
  Job,
  'places' | 'workplace' | 'eligibility' | 'salary' | 'pay' | 'validthrough' | 'employment'
> & {
  hasDescription: boolean;
  /** The closing date that the source of an imported job states. */
  sourceCloses: PlainDate | null;
  company: Pick<Company, 'name' | 'logo' | 'website'>;
};

/**
 * Lists the properties that a job lacks for Google's job search, and how to add them. Required properties come first:
 * Google does not list a job without them, and without any place, the page has no JobPosting. Recommended ones follow.
 * https://developers.google.com/search/docs/appearance/structured-data/job-posting#job-posting-definition
 */
export function findPostingIssues(job: Posting): PostingIssue[] {
  const { company, places, workplace } = job;
  const hasCountry = places.some(({ country }) => country);
  const remote = workplace === 'remote';
  const isOpen = remote && isStated(job.eligibility);
  const issues: (PostingIssue | false)[] = [
    !job.hasDescription && {
      property: 'description',
      required: true,
      advice: 'Write a description.',
    },
    remote &&
      !isOpen && {
        property: 'applicantLocationRequirements',
        required: !hasCountry,
        advice:
          'In the location, name the countries that people may work from, such as “Remote (Portugal, Spain)”.',
      },
    !hasCountry &&
      !remote && {
        property: 'addressCountry',
        required: true,
        advice: 'Name the country in the location, such as “Lisbon, Portugal”.',
      },
    !job.salary &&
      !job.pay && {
        property: 'baseSalary',
        required: false,
        advice: 'State the pay, or choose a salary range.',
      },
    !job.validthrough && {
      property: 'validThrough',
      required: false,
      advice: isPast(job.sourceCloses)
        ? `The source states that the job closed on ${formatDate(job.sourceCloses ?? '')}, but lists it. Correct the date there, or set “Closes on”.`
        : 'Set “Closes on”, if the closing date is known.',
    },
    job.employment === null && {
      property: 'employmentType',
      required: false,
      advice: 'Choose the hours, such as full-time.',
    },
    !company.logo && {
      property: 'logo',
      required: false,
      advice: `Add a logo to the profile of ${company.name}.`,
    },
    !company.website && {
      property: 'sameAs',
      required: false,
      advice: `Add a website to the profile of ${company.name}.`,
    },
  ];
  return issues.filter((issue) => issue !== false);
}

const isPast = (date: PlainDate | null): boolean => date !== null && date < toPlainDate(new Date());

/** Whether it is known where people may do a remote job. */
function isStated(eligibility: Posting['eligibility']): boolean {
  if (!eligibility) return false;
  const { worldwide, countries, regions } = eligibility;
  return worldwide || countries.length > 0 || regions.length > 0;
}
