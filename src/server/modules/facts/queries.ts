import { eq, type SQL, sql } from 'drizzle-orm';
import { jobDictionary } from '#server/content/dictionary/job-dictionary.ts';
import { DEFAULT_RATES, type ExchangeRates } from '#server/content/pay/exchange-rates.ts';
import type { BoardDatabase, Database } from '#server/db/client.ts';
import { board_time_zone, exchange_rates, job_facts } from '#server/db/fact-tables.ts';
import type { Reader } from '#server/db/prepared-reads.ts';
import { jobs } from '#server/db/schema.ts';
import type { Place, Skill } from '#shared/contract/job-facts.ts';
import type { Pay } from '#shared/contract/job-responses.ts';
import type { Eligibility } from '#shared/domain/eligibility.ts';
import type { Employment } from '#shared/domain/employments.ts';
import type { Level } from '#shared/domain/levels.ts';
import type { Salary } from '#shared/domain/salary-ranges.ts';
import type { Workplace } from '#shared/domain/workplaces.ts';
import { type FactSource, READER_VERSION } from './read-facts.ts';

/** The columns that `readFacts` needs. */
const FACT_SOURCE = {
  id: jobs.id,
  company_id: jobs.company_id,
  title: jobs.title,
  type: jobs.type,
  location: jobs.location,
  more_places: jobs.more_places,
  addresses: jobs.addresses,
  workplace: jobs.workplace,
  employment: jobs.employment,
  description: jobs.description,
  salary: jobs.salary,
  pay_minimum: jobs.pay_minimum,
  pay_maximum: jobs.pay_maximum,
  pay_currency: jobs.pay_currency,
  pay_unit: jobs.pay_unit,
};

/**
 * SQL: when a job of the table `jobs` closes, even if its facts are missing or an older version has written them; null
 * without a closing date.
 */
export const closesAt = sql`coalesce(
  (select "closes_at" from "job_facts" where "job_id" = "jobs"."id"),
  closing_moment("jobs"."validthrough", null)
)`.mapWith(job_facts.closes_at) as SQL<Date | null>;

/** The facts of a job that responses contain, from a left join of `job_facts`. */
export const factColumns = {
  places: sql<Place[]>`coalesce(${job_facts.places}, '[]')`.as('places'),
  workplace: sql<Workplace | null>`${job_facts.workplace}`.as('workplace'),
  employment: sql<Employment | null>`${job_facts.employment}`.as('employment'),
  level: sql<Level | null>`${job_facts.level}`.as('level'),
  eligibility: sql<Eligibility | null>`${job_facts.eligibility}`.as('eligibility'),
  pay: sql<Pay | null>`coalesce(${job_facts.pay}, ${job_facts.open_pay})`.as('pay'),
  /**
   * The salary range that contains the middle of the employer's pay figures, or else the range that the employer has
   * chosen.
   */
  salary: sql<Salary>`coalesce(nullif(${job_facts.salary}, ''), ${jobs.salary})`.as('salary'),
};

/** `factColumns`, and the facts that only the page of a job shows. */
export const jobFactColumns = {
  ...factColumns,
  visa: sql<boolean>`coalesce(${job_facts.visa}, false)`.as('visa'),
  skills: sql<Skill[]>`coalesce(${job_facts.skills}, '[]')`.as('skills'),
};

/** Reads the latest exchange rates. A new board has built-in rates. */
export async function readExchangeRates(db: Reader): Promise<ExchangeRates> {
  const rows = await db.select().from(exchange_rates);
  const [first] = rows;
  if (!first) return DEFAULT_RATES;
  return {
    date: first.date,
    perEuro: Object.fromEntries(rows.map(({ currency, per_euro }) => [currency, per_euro])),
  };
}

/** The date of the exchange rates. */
const ratesDate = sql`coalesce(
  (select ${exchange_rates.date} from ${exchange_rates} limit 1), ${DEFAULT_RATES.date}::date
)`;

/** SQL: whether the moment at which a job closes depends on a former time zone of the board. */
const hasFormerZone = sql`(${job_facts.zone} is null and ${job_facts.closes_at} is distinct from (
  (${jobs.validthrough} + time '23:59:59.999') at time zone
    coalesce((select ${board_time_zone.zone} from ${board_time_zone}), 'UTC')
))`;

/** Whether the database knows a time zone (IANA). */
export async function isKnownTimeZone(db: Database, zone: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from pg_timezone_names where lower(name) = lower(${zone})`,
  );
  return rows.length > 0;
}

/** Reads the date of the exchange rates. */
export async function readRatesDate(db: BoardDatabase): Promise<string> {
  const [row] = await db.reads.run<{ date: string }>(
    'rates_date',
    sql`select ${ratesDate}::text as date`,
  );
  return row?.date ?? DEFAULT_RATES.date;
}

/** Reads the columns from which the facts of these jobs are read. */
export function listFactSources(db: Database, ids: string[]): Promise<FactSource[]> {
  return db
    .select(FACT_SOURCE)
    .from(jobs)
    .where(sql`${jobs.id} = any(${sql.param(ids)}::uuid[])`);
}

/**
 * Lists jobs by id, starting after `after`, whose facts are missing or were read by an older version of `readFacts`,
 * with a different dictionary, with former exchange rates or with a former time zone of the board. Locks these jobs as a writer does, because a weaker lock
 * would allow a deadlock: this transaction and an import of the same jobs could wait for each other's rows of facts.
 * Skips jobs that another transaction is changing, because that transaction reads their facts itself.
 */
export function listUnread(
  tx: Database,
  { after, limit }: { after: string; limit: number },
): Promise<FactSource[]> {
  return tx
    .select(FACT_SOURCE)
    .from(jobs)
    .leftJoin(job_facts, eq(job_facts.job_id, jobs.id))
    .where(
      sql`${jobs.id} > ${after} and (
        ${job_facts.job_id} is null or ${job_facts.reader} < ${READER_VERSION}
        or ${job_facts.dictionary} is distinct from ${jobDictionary().digest}
        or ${job_facts.rates_date} <> ${ratesDate} or ${hasFormerZone}
      )`,
    )
    .orderBy(jobs.id)
    .limit(limit)
    .for('no key update', { of: jobs, skipLocked: true });
}
