import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  alert_changes,
  alert_matches,
  alert_run,
  alert_searches,
} from '#server/db/alert-tables.ts';
import { jobs } from '#server/db/schema.ts';
import { storeFacts } from '#server/modules/facts/commands.ts';
import { parseSearch } from '#server/modules/search/search-jobs.ts';
import {
  type Companies,
  createModelCompanies,
  type ModelJob,
} from '#server/modules/search/testing/model-board.ts';
import { WORDS } from '#server/modules/search/testing/model-words.ts';
import { createPlacedJobs, LOCATIONS } from '#server/modules/search/testing/placed-jobs.ts';
import { placedSearch } from '#server/modules/search/testing/placed-search.ts';
import { seedRandom } from '#server/modules/search/testing/random.ts';
import type { JobList } from '#shared/contract/job-responses.ts';
import { type JobSearch, parseQuery, queryString, readJobSearch } from '#shared/urls/paths.ts';
import { repetitions, seedOr } from '#tests/support/deep-run.ts';
import { createCompany } from '#tests/support/factories.ts';
import { startTestApp, type TestApp } from '#tests/support/test-app.ts';
import { readAlertQuery } from '../searches/store-search.ts';
import { createAlerts } from '../testing/create-alerts.ts';
import { matchChanges } from './match-changes.ts';

const SEED = seedOr(20_261_130);

let board: TestApp;
let now: number;
const random = seedRandom(SEED);

beforeAll(async () => {
  board = await startTestApp();
  now = Date.now();
});
afterAll(() => board.close());

/** Names of companies that appear after the alerts, some of which are words of searches. */
const NEW_COMPANIES = ['Violin Works', 'Harbour', 'Rust & Copper', 'Lisbon Trams', 'Pilotage'];

/** Places that are written into the search text. Some have no jobs at first. */
const TYPED_PLACES = [
  ...['berlin', 'Köln', 'cologne', 'in Lisbon', 'london', 'new york', 'texas', 'remote germany'],
  ...['remote', 'paris', 'near Hamburg', 'emea', 'Tórshavn', 'Windhoek', 'in Riga'],
];
const NEW_LOCATIONS = [
  'Tórshavn',
  'Windhoek, Namibia',
  'Riga',
  'Cologne, Germany',
  'Boothplex Nine',
];

/** A search of any kind: by filters and places, by words, by words and places in one text, or by a company. */
function anySearch(companies: { id: string }[]): JobSearch {
  if (random.chance(0.5)) {
    // Only the parameters are used, and not the jobs that the search must find.
    const { parameters, facets } = placedSearch(random, {
      jobs: [],
      companies,
      now,
      isModel: true,
    });
    return readJobSearch({ ...parameters, ...facets });
  }
  const words = [
    ...random.some(2, () => random.pick([...WORDS, 'engineer', 'senior', 'k8s', 'full-time'])),
    ...(random.chance(0.6) ? [random.pick(TYPED_PLACES)] : []),
    ...(random.chance(0.2) ? [random.pick(NEW_COMPANIES)] : []),
    ...(random.chance(0.1)
      ? [random.pick(['not manager', '-nurse', 'over 60k', '"rust python"'])]
      : []),
  ];
  return {
    q: random.chance(0.2) ? random.pick(NEW_COMPANIES) : words.join(' '),
    ...(random.chance(0.2) && { location: random.pick([...LOCATIONS, ...NEW_LOCATIONS]) }),
    ...(random.chance(0.1) && { radius: '50' }),
  };
}

/** The ids of the jobs that a search lists; undefined if its spelling is corrected, which alerts never do. */
async function idsOf(query: string): Promise<Set<string> | undefined> {
  const ids = new Set<string>();
  const asked = readJobSearch(parseQuery(query));
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
    const page = queryString({
      ...asked,
      sort: 'newest',
      limit: '100',
      description: 'summary',
      cursor,
    });
    const response = await board.app.inject({ url: `/api/jobs${page}` });
    expect(response.statusCode, query).toBe(200);
    const body: JobList = response.json();
    if (body.correction?.applied) return undefined;
    for (const { id } of body.results) ids.add(id);
    cursor = body.next;
  }
  return ids;
}

/** What a search means on the board as it is. */
async function meaningOf(query: string): Promise<string> {
  return JSON.stringify((await parseSearch(board.db, readAlertQuery(query))).match?.all);
}

/** Changes the board at random: adds, edits, closes, reopens and deletes jobs. Returns the ids of the changed jobs. */
async function changeBoard(made: ModelJob[], companies: Companies): Promise<Set<string>> {
  const { db } = board;
  const added = [];
  for (const name of NEW_COMPANIES) added.push(await createCompany(db, { name }));
  const appeared = await createPlacedJobs(
    db,
    { random, companies: [...companies, ...added], now },
    Math.ceil(made.length / 8),
  );
  const changed = new Set(appeared.map(({ id }) => id));
  for (const [index, { id }] of made.entries()) {
    if (index % 2) continue;
    const other = random.pick(made);
    const change = random.pick(CHANGES);
    changed.add(id);
    await db.transaction(async (tx) => {
      if (change === 'delete') return tx.delete(jobs).where(eq(jobs.id, id));
      if (change === 'close') {
        return tx
          .update(jobs)
          .set({ closed_at: new Date(), closed_by: 'admin' })
          .where(eq(jobs.id, id));
      }
      if (change === 'reopen') {
        return tx.update(jobs).set({ closed_at: null, closed_by: null }).where(eq(jobs.id, id));
      }
      if (change === 'place') {
        await tx
          .update(jobs)
          .set({ location: random.pick([...NEW_LOCATIONS, ...LOCATIONS]) })
          .where(eq(jobs.id, id));
      } else {
        const column = sql.raw(change);
        await tx.execute(sql`update jobs set ${column} = other.${column} from jobs as other
          where jobs.id = ${id} and other.id = ${other.id}`);
      }
      return storeFacts(tx, [id]);
    });
  }
  return changed;
}

const CHANGES = [
  'delete',
  'close',
  'reopen',
  'place',
  'title',
  'description',
  'type',
  'salary',
] as const;

test('an alert matches exactly the changed jobs that the list of its search newly shows', async () => {
  const { db } = board;
  const companies = await createModelCompanies(db);
  const made = await createPlacedJobs(db, { random, companies, now }, repetitions(300, 3_000));
  await db
    .update(jobs)
    .set({ closed_at: new Date(), closed_by: 'admin' })
    .where(
      inArray(
        jobs.id,
        made.filter(() => random.chance(0.2)).map(({ id }) => id),
      ),
    );
  const searches = Array.from({ length: repetitions(100, 2_000) }, () => anySearch(companies));
  await createAlerts(db, searches);
  const stored = await db.select().from(alert_searches);
  const before = new Map<string, Set<string> | undefined>();
  const meanings = new Map<string, string>();
  for (const { query } of stored) {
    before.set(query, await idsOf(query));
    meanings.set(query, await meaningOf(query));
  }

  const changed = await changeBoard(made, companies);
  const { searches: compared } = await matchChanges(db, {
    connectionString: board.database.connectionString,
  });
  expect(compared).toBe(stored.length);

  let nonempty = 0;
  let reinterpreted = 0;
  const differences: unknown[] = [];
  for (const { id, query, necessary } of stored) {
    const after = await idsOf(query);
    const former = before.get(query);
    if (!after || !former) continue;
    const expected = [...after].filter((job) => changed.has(job) && !former.has(job)).sort();
    const rows = await db
      .select({ job: alert_matches.job_id })
      .from(alert_matches)
      .where(eq(alert_matches.search_id, id));
    const found = rows.map(({ job }) => job).sort();
    if (expected.length > 0) nonempty += 1;
    if (expected.join() === found.join()) continue;
    if (meanings.get(query) !== (await meaningOf(query))) reinterpreted += 1;
    else {
      differences.push({
        query,
        necessary,
        missing: expected.filter((job) => !found.includes(job)),
        extra: found.filter((job) => !expected.includes(job)),
      });
    }
  }
  expect(differences, `Seed ${SEED}`).toEqual([]);
  expect(nonempty).toBeGreaterThan(stored.length / 6);
  // If a new company or place changes what a search means, its list shows further jobs, of which only some are new.
  expect(reinterpreted).toBeLessThanOrEqual(stored.length / 30);
  expect(await db.$count(alert_changes)).toBe(0);
  expect(await db.$count(alert_run)).toBe(0);
});

test('a run that is interrupted again and again loses and repeats no match', async () => {
  const { db } = board;
  const { connectionString } = board.database;
  const companies = await createModelCompanies(db);
  const made = await createPlacedJobs(db, { random, companies, now }, 60);
  await db.delete(alert_matches);
  await db.delete(alert_changes);
  await db.execute(sql`insert into ${alert_changes} (job_id)
    select id from ${jobs} where id = any(${sql.param(made.map(({ id }) => id))}::uuid[]) and closed_at is null`);
  const changes = await db.select().from(alert_changes);
  const readMatches = async () =>
    (await db.select().from(alert_matches)).map((row) => `${row.search_id} ${row.job_id}`).sort();
  await matchChanges(db, { connectionString });
  const expected = await readMatches();
  expect(expected.length).toBeGreaterThan(20);

  await db.delete(alert_matches);
  await db.insert(alert_changes).values(changes);
  let interruptions = 0;
  for (let ended = false; !ended; ) {
    // End the session of the matcher during one of its next steps.
    const matching = matchChanges(db, { connectionString, searches: 7 });
    const ending = matching.then(
      () => true,
      () => false,
    );
    if (interruptions < INTERRUPTIONS) await endSession(ending);
    ended = await ending;
    if (!ended) interruptions += 1;
  }
  expect(interruptions).toBe(INTERRUPTIONS);
  expect(await readMatches()).toEqual(expected);
  expect(await db.$count(alert_changes)).toBe(0);
  expect(await db.$count(alert_run)).toBe(0);
});

const INTERRUPTIONS = repetitions(5, 20);

/** Ends the matcher's session in the database as soon as it has one, unless the matching ends before. */
async function endSession(ending: Promise<boolean>): Promise<void> {
  let hasEnded = false;
  void ending.then(() => {
    hasEnded = true;
  });
  while (!hasEnded) {
    const { rows } = await board.db.execute(sql`select pg_terminate_backend(pid)
      from pg_stat_activity where application_name = 'composable-jobs-alerts' and datname = current_database()`);
    if (rows.length > 0) return;
  }
}
