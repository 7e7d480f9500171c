import { sql } from 'drizzle-orm';
import { gazetteer } from '#server/content/places/gazetteer.ts';
import { readLocation } from '#server/content/places/read-location.ts';
import type { Database } from '#server/db/client.ts';
import { job_facts } from '#server/db/fact-tables.ts';
import { jobs } from '#server/db/schema.ts';
import type { Job, JobListItem } from '#shared/contract/job-responses.ts';
import { EMPLOYMENTS } from '#shared/domain/employments.ts';
import { WORKPLACES } from '#shared/domain/workplaces.ts';
import {
  type Companies,
  createModelJobs,
  groupKeyOf,
  isPlaceless,
  type ModelJob,
  wordsOf,
} from './model-board.ts';
import type { Random } from './random.ts';

/** A job with the facts that the API returns. */
export type PlacedJob = ModelJob &
  Pick<Job, 'places' | 'workplace' | 'employment' | 'level' | 'eligibility'> & {
    visa: boolean;
    /** Whether a part of its location is not a known place. */
    hasUnknownPart: boolean;
    /** The names of its skills. */
    skills: string[];
  };

export const LOCATIONS = [
  ...['Berlin', 'Hamburg, Germany', 'München', 'Munich, Bavaria', 'Bonn', 'Köln', 'Düsseldorf'],
  ...['Wien', 'Zürich', 'Paris', 'Lyon, France', 'Lisbon', 'Porto, Portugal', 'Girona, Spain'],
  ...['London', 'London, UK', 'Manchester, England', 'Edinburgh', 'Dublin, Ireland', 'Reykjavik'],
  ...['Stockholm', 'Copenhagen', 'Amsterdam', 'Warsaw', 'New York', 'Buffalo, NY', 'Austin, TX'],
  ...['San Francisco', 'Oakland, CA', 'San Jose, CA', 'Seattle, WA', 'Boston', 'Wilmington, DE'],
  ...['Toronto', 'London, Ontario', 'Vancouver, BC', 'São Paulo', 'Campinas, Brazil', 'Bogotá'],
  ...['Mexico City', 'Bengaluru', 'Mumbai, India', 'Tokyo', 'Osaka, Japan', 'Singapore', 'Sydney'],
  ...['Auckland', 'Dubai', 'Lagos, Nigeria', 'Nairobi', 'Bavaria', 'Texas', 'California'],
  ...['Ontario, Canada', 'England', 'Germany', 'United States', 'France', 'EMEA', 'Europe'],
  ...['European Union', 'DACH', 'Nordics', 'LATAM', 'APAC', 'North America', 'SF Bay Area'],
  ...['West Coast', 'US East Coast', 'Worldwide', 'Remote', 'Remote', 'Remote', 'Remote (US)'],
  ...['Remote - Canada', 'Remote (Germany)', 'Remote - EMEA', 'Remote (Europe)', ''],
  ...['Remote (California)', 'Remote (Berlin)', 'Hybrid - Lisbon', 'Lisbon (on-site)'],
  ...['Paris; Berlin', 'New York or London', 'Boothplex Seven', 'Boothplex Seven, Berlin'],
  ...['Lisbon Plaza Nine', 'Remote - Iceland', 'Remote (UK or Ireland)', 'Remote (Texas)'],
];

const SENTENCES = [
  'Work from anywhere in the world.',
  'You must be based in Germany.',
  'You can live in the US or Canada.',
  'Your time zone is between UTC-3 and UTC+3.',
  'You work with Kubernetes and C++.',
  'You know Postgres and Python.',
];

/** Inserts jobs with random places. Returns them without their facts. */
export async function createPlacedJobs(
  db: Database,
  context: { random: Random; companies: Companies; now: number },
  count: number,
): Promise<ModelJob[]> {
  const { random } = context;
  return createModelJobs(db, context, count, () => ({
    location: random.chance(0.2)
      ? `${random.pick(LOCATIONS)}; ${random.pick(LOCATIONS)}`.replace(/^; |; $/g, '')
      : random.pick(LOCATIONS),
    ...(random.chance(0.1) && { more_places: random.pick(LOCATIONS) }),
    ...(random.chance(0.3) && { description: random.pick(SENTENCES) }),
    ...(random.chance(0.3) && { workplace: random.pick(WORKPLACES) }),
    ...(random.chance(0.3) && { employment: random.pick(EMPLOYMENTS) }),
  }));
}

/** Reads the jobs of a board for the reference search: their columns, and the facts that the API returns. */
export async function readPlacedJobs(db: Database, listed: JobListItem[]): Promise<PlacedJob[]> {
  const ids = sql.param(listed.map(({ id }) => id));
  const rows = await db.select().from(jobs).where(sql`${jobs.id} = any(${ids}::uuid[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const facts = await db
    .select({ id: job_facts.job_id, skills: job_facts.skills, visa: job_facts.visa })
    .from(job_facts)
    .where(sql`${job_facts.job_id} = any(${ids}::uuid[])`);
  const factsOf = new Map(facts.map((each) => [each.id, each]));
  return listed.flatMap(({ id, places, workplace, employment, level, eligibility, pay }) => {
    const row = byId.get(id);
    if (!row) return [];
    const text = [row.location, row.more_places].filter(Boolean).join('; ');
    const locationWords = wordsOf(text);
    return [
      {
        id,
        places,
        workplace,
        employment,
        level,
        visa: factsOf.get(id)?.visa ?? false,
        eligibility,
        locationWords,
        type: row.type,
        salary: row.salary,
        company: row.company_id,
        date: row.date,
        texts: [],
        group: groupKeyOf(row),
        location: row.location,
        skills: (factsOf.get(id)?.skills ?? []).map(({ name }) => name),
        pay: pay ?? undefined,
        placeless: isPlaceless(row.type, locationWords),
        hasUnknownPart: readLocation(text, gazetteer()).unknown.length > 0,
      },
    ];
  });
}
