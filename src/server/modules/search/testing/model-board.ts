import { v7 as uuidv7 } from 'uuid';
import { describeJob } from '#server/content/markdown/summary.ts';
import type { Database } from '#server/db/client.ts';
import { jobs } from '#server/db/schema.ts';
import { storeFacts } from '#server/modules/facts/commands.ts';
import { EMPLOYMENT_TYPES } from '#shared/domain/employment-types.ts';
import { EMPLOYMENTS, type Employment } from '#shared/domain/employments.ts';
import { JOB_PARTS, type JobPart, jobOrder } from '#shared/domain/job-search.ts';
import { SALARY_RANGES, type Salary } from '#shared/domain/salary-ranges.ts';
import { createCompany } from '#tests/support/factories.ts';
import { askWords, COMPANIES, type ModelStrength, WORDS } from './model-words.ts';
import type { Random } from './random.ts';
import { middleOfPay, type Paid, paysIn, yearlySpan } from './yearly-span.ts';

/** A job with the facts that searches compare. */
export type ModelJob = Paid & {
  id: string;
  type: string;
  /** How much and how long people work, as stated. */
  employment: Employment | null;
  company: string;
  date: Date;
  /** The words of each of its texts: the title, the company's name, the description and the location. */
  texts: string[][];
  /** What postings of the same job have in common; see `groupKeyOf`. */
  group: string;
  location: string;
  /** The words of its location. */
  locationWords: string[];
  placeless: boolean;
};

/** A search and the jobs that it must find. `finds` ignores `facets`, which the tests check themselves. */
export type ModelSearch = {
  parameters: Record<string, string>;
  facets: { salary?: string; type?: string[]; orremote?: 'true'; company?: string[] };
  finds: (job: ModelJob) => boolean;
  /** The part of the result to which a job belongs, whether or not mentions are listed, ignoring `facets`. */
  partOf: (job: ModelJob) => JobPart | undefined;
  /** Like `finds`, but without the condition on the date. */
  findsOfAnyDate: (job: ModelJob) => boolean;
};

export const DAY = 24 * 60 * 60 * 1_000;

const PLACES = ['', 'Remote', 'Lisbon', 'São Paulo', 'Paris; Lisbon', 'New York', 'Berlin; Remote'];
/** Ages of jobs in days. None of them is close to a limit of the date filter. */
const DAYS = [0.1, 0.8, 1.2, 3, 6.8, 7.2, 15, 29.8, 30.2, 200];
const PAYS: Paid['pay'][] = [
  { minimum: 110_000, maximum: 150_000, currency: 'USD', unit: 'year' },
  { minimum: 25, maximum: 60, currency: 'USD', unit: 'hour' },
  { minimum: 0, maximum: 9_000.5, currency: 'USD', unit: 'month' },
  { minimum: 4_000, maximum: 4_000, currency: 'USD', unit: 'week' },
  { minimum: 85_000, maximum: null, currency: 'USD', unit: 'year' },
  { minimum: null, maximum: 5_000, currency: 'EUR', unit: 'month' },
  { minimum: 200, maximum: 500, currency: 'USD', unit: 'day' },
  { minimum: 50_000, maximum: 60_000, currency: 'GBP', unit: 'year' },
  { minimum: 3_000, maximum: 9_000, currency: 'EUR', unit: 'month' },
  { minimum: 800_000, maximum: 900_000, currency: 'XTS', unit: 'year' },
];
const SALARIES: Salary[] = ['', ...SALARY_RANGES.map(({ value }) => value)];

export const OPTIONS = {
  salary: SALARY_RANGES.map(({ value }): string => value),
  type: EMPLOYMENT_TYPES.map((type): string => type),
};

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
export const wordsOf = (text: string) => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

export async function createModelCompanies(db: Database) {
  const rows = [];
  for (const name of COMPANIES) rows.push(await createCompany(db, { name }));
  return rows;
}

export type Companies = Awaited<ReturnType<typeof createModelCompanies>>;

type Made = { job: ModelJob; row: typeof jobs.$inferInsert };

/** The texts of a job besides its random words, which are added to `description`. */
type Written = Pick<
  typeof jobs.$inferInsert,
  'location' | 'more_places' | 'description' | 'workplace' | 'employment'
>;

/**
 * Inserts many jobs in one statement.
 * @param write makes the location and other texts of a job
 */
export async function createModelJobs(
  db: Database,
  { random, companies, now }: { random: Random; companies: Companies; now: number },
  count: number,
  write: () => Partial<Written> = () => ({
    location: random.pick(PLACES),
    ...(random.chance(0.5) && { employment: random.pick(EMPLOYMENTS) }),
  }),
): Promise<ModelJob[]> {
  const made: Made[] = [];
  for (let number = 0; number < count; number += 1) {
    // Make some jobs postings of an earlier job at another place.
    const original = made.length > 0 && random.chance(0.3) ? random.pick(made) : undefined;
    made.push(makeModelJob(random, companies, now, write(), original?.row));
  }
  await db.insert(jobs).values(made.map(({ row }) => row));
  const ids = made.map(({ job }) => job.id);
  await db.transaction((tx) => storeFacts(tx, ids));
  return made.map(({ job }) => job);
}

function makeModelJob(
  random: Random,
  companies: Companies,
  now: number,
  { location = '', description: more = '', ...written }: Partial<Written>,
  original: Made['row'] | undefined,
): Made {
  const isOriginal = ({ id }: Companies[number]) => id === original?.company_id;
  const company = companies.find(isOriginal) ?? random.pick(companies);
  const title = original?.title ?? random.some(2, () => random.pick(WORDS)).join(' ');
  const description =
    original?.description ?? `${random.some(3, () => random.pick(WORDS)).join(' ')} ${more}`.trim();
  // A posting with another type or other pay is a different job.
  const isSameJob = original !== undefined && random.chance(0.7);
  const salary = isSameJob ? (original.salary ?? '') : random.pick(SALARIES);
  const type = isSameJob ? original.type : random.pick(EMPLOYMENT_TYPES);
  const pay = random.chance(0.3) ? random.pick(PAYS) : undefined;
  const date = new Date(now - random.pick(DAYS) * DAY);
  const id = uuidv7();
  const locationWords = wordsOf(`${location} ${written.more_places ?? ''}`);
  const row = {
    id,
    company_id: company.id,
    title,
    location,
    salary,
    type,
    date,
    ...describeJob(description),
    ...written,
    ...(pay && {
      pay_minimum: pay.minimum,
      pay_maximum: pay.maximum,
      pay_currency: pay.currency,
      pay_unit: pay.unit,
    }),
  };
  return {
    row,
    job: {
      id,
      type,
      employment: written.employment ?? null,
      salary,
      pay,
      company: company.id,
      date,
      location,
      locationWords,
      group: groupKeyOf({ ...row, description }),
      texts: [...[title, company.name, description].map(wordsOf), locationWords],
      placeless: isPlaceless(type, locationWords),
    },
  };
}

type Posting = Partial<typeof jobs.$inferInsert> & { id: string };

/**
 * What postings of the same job have in common: the company, the texts, the type and the stated pay. Each job without a
 * description is different.
 */
export function groupKeyOf({ id, description, ...posting }: Posting): string {
  if (!description) return id;
  const { company_id, title, type, salary } = posting;
  const { pay_minimum, pay_maximum, pay_currency, pay_unit } = posting;
  const pay = [pay_minimum, pay_maximum, pay_currency, pay_unit].map((value) => value ?? null);
  return JSON.stringify([company_id, title, description, type, salary, pay]);
}

const NO_PLACE =
  /^(?:remote|anywhere|worldwide|global|globally|fully|100|distributed|in|the|world)$/;

/** Whether the location of a remote job says only that it may be anywhere. */
export function isPlaceless(type: string, locationWords: string[]): boolean {
  return type === 'Remote' && locationWords.every((word) => NO_PLACE.test(word));
}

/** The maximum pay of a job (US dollars per year); -1 if it states none. */
const reachOf = (job: Paid) => yearlySpan(job)?.maximum ?? -1;

/** The hours of remote jobs that `orremote` adds to the jobs of a type. */
const HOURS_OF_TYPE: Record<string, Employment> = {
  'Full-Time': 'full-time',
  'Part-Time': 'part-time',
};

/** Whether a job has one of the types or, with `orremote`, is remote and has the hours of one. */
function isOfType({ type = [], orremote }: ModelSearch['facets'], job: ModelJob): boolean {
  if (type.includes(job.type)) return true;
  if (!orremote || job.type !== 'Remote') return false;
  return type.some((one) => HOURS_OF_TYPE[one] === (job.employment ?? ''));
}

/** Whether a job has the chosen value of each facet. */
export function isChosen(facets: ModelSearch['facets'], job: ModelJob): boolean {
  return (
    (!facets.salary || paysIn(job, facets.salary)) &&
    (!facets.type || isOfType(facets, job)) &&
    (!facets.company || facets.company.includes(job.company))
  );
}

/** Makes a random search. Many searches have only facets, because counts for these are stored and must be tested. */
export function modelSearch(random: Random, companies: Companies, now: number): ModelSearch {
  const parameters: Record<string, string> = {};
  const conditions: ModelSearch['finds'][] = [];
  let strength: (job: ModelJob) => ModelStrength = () => 'strong';
  let isPosted: ModelSearch['finds'] = () => true;
  const facets = {
    ...(random.chance(0.3) && { salary: random.pick(OPTIONS.salary) }),
    ...(random.chance(0.3) && { type: someOf(random, OPTIONS.type) }),
    ...(random.chance(0.3) && { orremote: 'true' as const }),
    ...(random.chance(0.3) && { company: someOf(random, companies).map(({ id }) => id) }),
  };
  if (random.chance(0.7)) {
    if (random.chance(0.6)) strength = askWords(random, parameters);
    if (random.chance(0.3)) conditions.push(askPlace(random, parameters));
    if (random.chance(0.3)) conditions.push(askSalary(random, parameters));
    if (random.chance(0.3)) {
      const posted = random.pick(['1', '7', '30']);
      parameters.posted = posted;
      isPosted = ({ date }) => date.getTime() >= now - Number(posted) * DAY;
    }
  }
  if (random.chance(0.5)) parameters.sort = random.pick(['newest', 'match', 'salary']);
  if (random.chance(0.5)) parameters.mentions = 'true';
  const strengths = parameters.mentions ? ['strong', 'mention'] : ['strong'];
  const findsOfAnyDate = (job: ModelJob) =>
    strengths.includes(strength(job) ?? '') && conditions.every((holds) => holds(job));
  return {
    parameters,
    facets,
    partOf: (job) =>
      isPosted(job) && conditions.every((holds) => holds(job))
        ? PART_OF[strength(job) ?? '']
        : undefined,
    findsOfAnyDate,
    finds: (job) => findsOfAnyDate(job) && isPosted(job),
  };
}

const PART_OF: Record<string, JobPart> = { strong: 'place', mention: 'mention' };

/** Picks one or several values, which may be repeated. */
export function someOf<Value>(random: Random, values: readonly Value[]): Value[] {
  return random.chance(0.5) ? [random.pick(values)] : random.some(3, () => random.pick(values));
}

function askPlace(random: Random, parameters: Record<string, string>): ModelSearch['finds'] {
  parameters.location = random.pick(['lisbon', 'LIS', 'são paulo', 'Sao P', 'york', 'Atlantis']);
  const names = wordsOf(parameters.location);
  const last = names.pop() ?? '';
  return ({ locationWords }) =>
    names.every((name) => locationWords.includes(name)) &&
    locationWords.some((word) => word.startsWith(last));
}

export function askSalary(
  random: Random,
  parameters: Record<string, string>,
): ModelSearch['finds'] {
  const amount = random.pick([0, 50_000, 100_000, 124_800, 130_000, 300_000, 1_000_000]);
  const currency = random.pick(['USD', 'USD', 'EUR', 'GBP']);
  const written = amount % 1_000 === 0 && random.chance(0.5) ? `${amount / 1_000}K` : `${amount}`;
  parameters.minsalary = currency === 'USD' ? written : `${written} ${currency}`;
  const pay = { minimum: amount, maximum: amount, currency, unit: 'year' } as const;
  const least = yearlySpan({ salary: '', pay })?.maximum ?? 0;
  const orNone = random.chance(0.5);
  if (orNone) parameters.nosalary = 'true';
  return (job) => reachOf(job) >= least || (orNone && reachOf(job) === -1);
}

/**
 * The ids in the order of the list: the jobs of one part after those of the other. The order of relevance within a part is
 * not defined here.
 */
export function expectedIds<Job extends ModelJob>(
  jobs: Job[],
  { q, sort }: { q?: string; sort?: string },
  partOf: (job: Job) => JobPart | undefined,
) {
  const order = jobOrder(q, sort);
  const placeOf = (job: Job) => JOB_PARTS.indexOf(partOf(job) ?? 'place');
  const sorted = [...jobs].sort(
    (a, b) =>
      placeOf(a) - placeOf(b) ||
      (order === 'salary' ? middleOfPay(b) - middleOfPay(a) : 0) ||
      (order === 'match' ? 0 : b.date.getTime() - a.date.getTime()) ||
      (a.id < b.id ? 1 : -1),
  );
  return sorted.map(({ id }) => id);
}

/** Sorts the ids of a list by relevance as `expectedIds` does, within each part. */
export function sortWithinParts(listed: { id: string; part?: JobPart | undefined }[]): string[] {
  const placeOf = ({ part = 'place' }: (typeof listed)[number]) => JOB_PARTS.indexOf(part);
  const isInOrder = listed.every((job, at) => {
    const next = listed[at + 1];
    return next === undefined || placeOf(job) <= placeOf(next);
  });
  if (!isInOrder) throw new Error('The parts of the list are not in order.');
  return [...listed]
    .sort((a, b) => placeOf(a) - placeOf(b) || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);
}
