/** Made-up jobs in the formats of the systems, for the feed server. */

type Fields = Record<string, unknown>;

const LOCATIONS = ['Berlin, Germany', 'Remote (US)', 'Lyon, France', 'Toronto, Ontario, Canada'];
const TITLES = ['Baker', 'Data Engineer', 'Nurse', 'Account Manager', 'Welder', 'Product Designer'];

const pick = <T>(list: readonly T[], number: number): T => list[number % list.length] as T;

/** Returns an id in the format of a UUID. For the same number, it is always the same. */
const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const description = (number: number) =>
  `<h3>Your tasks</h3><p>You work in team ${number} &amp; help others.</p><ul><li>Plan</li><li>Build</li></ul>`;

export const escapeHtml = (html: string) =>
  html
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** A job as Greenhouse lists it: its text is HTML that is escaped once more. */
export function greenhouseJob(number: number, fields: Fields = {}): Fields {
  const id = 4_000_000 + number;
  return {
    id,
    internal_job_id: 3_000_000 + number,
    title: `${pick(TITLES, number)} ${number}`,
    company_name: 'Acme',
    location: { name: pick(LOCATIONS, number) },
    absolute_url: `https://boards.greenhouse.io/acme/jobs/${id}`,
    content: escapeHtml(description(number)),
    first_published: '2026-03-02T09:00:00-05:00',
    updated_at: '2026-04-01T09:00:00-04:00',
    application_deadline: null,
    requisition_id: `R-${number}`,
    language: 'en',
    metadata: null,
    departments: [{ id: 1, name: 'Operations', child_ids: [], parent_id: null }],
    offices: [
      {
        id: 2,
        name: 'Head office',
        location: pick(LOCATIONS, number),
        child_ids: [],
        parent_id: null,
      },
    ],
    ...fields,
  };
}

/** A list of Greenhouse. The largest known job board had 2,832 jobs. */
export function greenhouseBoard(jobs: Fields[]): Fields {
  return { jobs, meta: { total: jobs.length } };
}

/** A job as Lever lists it: its dates are epoch milliseconds. */
export function leverPosting(number: number, fields: Fields = {}): Fields {
  const url = `https://jobs.lever.co/acme/${uuid(number)}`;
  const location = pick(LOCATIONS, number);
  return {
    id: uuid(number),
    text: `${pick(TITLES, number)} ${number}`,
    categories: { location, allLocations: [location], commitment: 'Full-time', team: 'Operations' },
    country: 'DE',
    workplaceType: 'onsite',
    createdAt: 1_772_438_400_000 + number,
    description: `<div>${description(number)}</div>`,
    descriptionPlain: `You work in team ${number}.`,
    lists: [{ text: 'What you bring', content: '<li>Care</li><li>Patience</li>' }],
    additional: '<div>We look forward to you.</div>',
    additionalPlain: 'We look forward to you.',
    hostedUrl: url,
    applyUrl: `${url}/apply`,
    ...fields,
  };
}

/** A job as Ashby lists it. */
export function ashbyJob(number: number, fields: Fields = {}): Fields {
  const url = `https://jobs.ashbyhq.com/acme/${uuid(number)}`;
  return {
    id: uuid(number),
    title: `${pick(TITLES, number)} ${number}`,
    department: 'Operations',
    team: 'Field',
    employmentType: 'FullTime',
    location: pick(LOCATIONS, number),
    secondaryLocations: [],
    publishedAt: '2026-03-02T09:00:00.000+00:00',
    isListed: true,
    isRemote: false,
    workplaceType: 'OnSite',
    address: { postalAddress: { addressLocality: 'Berlin', addressCountry: 'Germany' } },
    jobUrl: url,
    applyUrl: `${url}/application`,
    descriptionHtml: description(number),
    descriptionPlain: `You work in team ${number}.`,
    ...fields,
  };
}

export function ashbyBoard(jobs: Fields[]): Fields {
  return { apiVersion: '1', jobs };
}

/** Creates many jobs, numbered from `first` on. */
export function manyJobs(
  count: number,
  create: (number: number, fields?: Fields) => Fields,
  first = 0,
): Fields[] {
  return Array.from({ length: count }, (_, index) => create(first + index));
}

/** Unusual values of fields, as in jobs on some job boards. They must be read correctly. */
export const ODD_FIELDS = {
  /** A text that the customer of Greenhouse had already escaped. */
  escapedTwice: { content: escapeHtml(escapeHtml(description(1))) },
  longTitle: { title: 'Very senior '.repeat(334).slice(0, 4000) },
  script: {
    title: '<script>alert(1)</script>',
    content: escapeHtml('<script>alert(1)</script><img src=x onerror=alert(1)>'),
  },
};
