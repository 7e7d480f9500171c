import { describe, expect, test } from 'vitest';
import type { System } from '#server/job-feeds/systems/system.ts';
import { SYSTEMS } from '#server/job-feeds/systems/systems.ts';
import { escapeHtml } from '#server/job-feeds/testing/feed-server-jobs.ts';
import { type Posting, postingsOf } from '#server/job-feeds/testing/sites/site.ts';
import { SITES, siteOf } from '#server/job-feeds/testing/sites/sites.ts';
import type { RequestKind } from '#server/job-feeds/testing/sites/write-site.ts';
import { isDeep } from '#tests/support/deep-run.ts';
import { readSiteList } from '../reader/read-site.ts';
import { FAULT_CASES, type FaultCase, KINDS_OF_FAULTS } from '../testing/fault-cases.ts';
import { type Play, playSite } from '../testing/play-site.ts';
import { setUpSources } from '../testing/set-up-sources.ts';
import { shapeCases } from '../testing/shape-cases.ts';

/**
 * Tests systems with faults of the feed server: four of them, and in the deep run all, with each fault. Each test "plays" many lists: it serves them to one source, one
 * after another. All lists can use the same source, because a failure changes nothing but the schedule.
 */
const setup = setUpSources();

type Played = Awaited<ReturnType<typeof playSite>>;
type Run = Awaited<ReturnType<Played['run']>>;

const NUMBERS = [1, 2, 3];

/**
 * The number of failures in a row after which a list without a fault is played, because 20 failures would pause the
 * source.
 */
const MAX_FAILURES = 15;

test('each system has a test site that answers like the system', () => {
  expect(Object.keys(SITES).sort()).toEqual(SYSTEMS.map(({ id }) => id).sort());
});

/** The postings of the employer in a later version, in which each posting has changed. */
function changed(version: number, numbers = NUMBERS): Posting[] {
  const at = new Date(Date.UTC(2026, 3, 1) + version * 1_000).toISOString();
  return postingsOf(numbers, { changed: at }).map((posting) => ({
    ...posting,
    title: `${posting.title}, version ${version}`,
  }));
}

const titlesOf = (postings: Posting[]) => postings.map(({ title }) => title).sort();

async function expectJobs(played: Played, postings: Posting[], what: string): Promise<void> {
  const { open, closed } = await setup.jobsOf(played.source.company_id);
  expect.soft({ open, closed }, what).toEqual({ open: titlesOf(postings), closed: [] });
}

/** Plays lists, and remembers what the board stores about the source. */
class Player {
  readonly played: Played;
  version = 0;
  failures = 0;
  #state: Awaited<ReturnType<Played['state']>> | undefined;

  constructor(played: Played) {
    this.played = played;
  }

  /** The postings after the next change. Once a run has read them, the jobs of the source must match them. */
  next(): Posting[] {
    this.version += 1;
    return changed(this.version);
  }

  async play(play: Play, limits?: Parameters<Played['run']>[1]): Promise<Run> {
    this.#state ??= await this.played.state();
    const run = await this.played.run(play, limits);
    if (run.outcome !== 'failed') this.#state = undefined;
    return run;
  }

  /** Plays a list without a fault, and expects that it is applied, whatever was played before. */
  async playGood(what: string): Promise<void> {
    const postings = this.next();
    const { outcome, error, counts } = await this.play({ postings });
    expect.soft({ outcome, error, counts }, what).toMatchObject({
      outcome: 'applied',
      error: null,
      counts: { skipped: 0, missing: 0, closed: 0 },
    });
    await expectJobs(this.played, postings, what);
    this.failures = 0;
  }

  /** Expects that a run has failed with this message, has changed nothing, and will be repeated. */
  async expectFailure({ outcome, error }: Run, message: RegExp, what: string): Promise<void> {
    expect.soft({ outcome, error }, what).toEqual({
      outcome: 'failed',
      error: expect.stringMatching(message),
    });
    expect.soft(await this.played.state(), what).toEqual(this.#state);
    this.failures += 1;
    const { state, failures, next_run_at } = await setup.sourceOf(this.played.source.id);
    expect.soft({ state, failures }, what).toEqual({ state: 'active', failures: this.failures });
    expect.soft(next_run_at.getTime(), what).toBeGreaterThan(setup.now.getTime());
    if (this.failures >= MAX_FAILURES) await this.playGood(`${what}, then a good list`);
  }
}

async function startPlayer(system: System, postings = changed(0)): Promise<Player> {
  const played = await playSite(setup, system);
  await played.run({ postings });
  await expectJobs(played, postings, 'the first list');
  return new Player(played);
}

/**
 * Systems that stand for all others, because one client sends the requests of all systems: a list, XML, several requests
 * with several pages, and pages of a website.
 */
const REPRESENTATIVES = ['greenhouse', 'personio', 'rippling', 'json-ld'];

/** The faults that the readers of the other systems may treat differently: those of parsing, and a missing detail. */
const FAULTS_OF_READERS = ['a complete response with half of the text', 'no such address (404)'];

/** The faults that are played to a system. */
function faultsOf({ id }: System): readonly FaultCase[] {
  if (isDeep || REPRESENTATIVES.includes(id)) return FAULT_CASES;
  return FAULT_CASES.filter(({ name }) => FAULTS_OF_READERS.includes(name));
}

/** Plays faults of the responses to one kind of request, with lists without a fault in between. */
async function playFaults(system: System, kind: RequestKind): Promise<void> {
  const site = siteOf(system.id);
  const player = await startPlayer(system);
  const isConditional = kind === 'list' && system.conditional !== 'none';
  const format = kind !== 'detail' ? site.format : site.detail?.isPage ? 'page' : 'json';
  for (const { name, answer, limits, result } of faultsOf(system)) {
    const expected = result({ kind, format, isConditional });
    // A source can answer that nothing has changed only after a list without a fault has set a tag.
    if (expected === 'unchanged') await player.playGood(`before ${name}`);
    const before = await player.played.state();
    const postings = player.next();
    const run = await player.play({ postings, fault: { kind, answer } }, limits);
    if (expected instanceof RegExp) await player.expectFailure(run, expected, name);
    else if (expected === 'unchanged') {
      expect.soft([run.outcome, run.error], name).toEqual(['unchanged', null]);
      const { rows } = await player.played.state();
      expect.soft(rows, name).toEqual(before.rows);
    } else {
      expect.soft([run.outcome, run.error], name).toEqual(['applied', null]);
      await expectJobs(player.played, postings, name);
      player.failures = 0;
    }
  }
  const breaks = faultsOf(system) === FAULT_CASES;
  for (const how of breaks ? (['missing', 'closing', 'impostor'] as const) : []) {
    for (const host of player.played.hosts) setup.server.breakHost(host, how);
    const run = await player.play({ postings: player.next() });
    for (const host of player.played.hosts) setup.server.mendHost(host);
    await player.expectFailure(run, /cannot be reached \(/, `a host that is ${how}`);
  }
  await player.playGood('after all faults');
}

describe.each(SYSTEMS)('$name', (system) => {
  const site = siteOf(system.id);

  test('after each fault of its list, a run changes nothing, and the next list is applied', () =>
    playFaults(system, 'list'));

  if (site.detail) {
    test('after each fault of the responses for single jobs, a run changes nothing, and the next list is applied', () =>
      playFaults(system, 'detail'));
  }

  const { pageSize } = site;
  if (pageSize) {
    test('after each kind of fault of a later page of the list, a run changes nothing', async () => {
      const numbers = Array.from({ length: pageSize + 1 }, (_, index) => index + 1);
      const postings = postingsOf(numbers);
      const player = await startPlayer(system, postings);
      const faults = faultsOf(system).filter((fault) => KINDS_OF_FAULTS.includes(fault));
      for (const { name, answer, limits, result } of faults) {
        const expected = result({ kind: 'next page', format: site.format, isConditional: false });
        if (expected === 'read') continue;
        if (player.failures + 1 === MAX_FAILURES) {
          const { error, outcome } = await player.play({ postings });
          expect.soft([error, outcome], `before ${name}`).toEqual([null, 'unchanged']);
          player.failures = 0;
        }
        const run = await player.play({ postings, fault: { kind: 'next page', answer } }, limits);
        await player.expectFailure(run, expected as RegExp, name);
      }
    });
  }

  test('a run stops with a message if the system’s format changes, and the next run with the former format is applied', async () => {
    const player = await startPlayer(system);
    for (const { name, change, message } of shapeCases(site)) {
      const run = await player.play({ postings: player.next(), change });
      await player.expectFailure(run, message, name);
    }
    await player.playGood('after all changes');
  });

  test('unusual lists are read without changing jobs wrongly', async () => {
    const player = await startPlayer(system);
    const { played } = player;
    const { rows: first } = await played.state();

    const twice = player.next();
    await player.play({ postings: [...twice, ...twice.slice(0, 1)] });
    await expectJobs(played, twice, 'an entry twice');

    const escaped = player.next().map((posting) => ({
      ...posting,
      title: `${posting.title} &amp; more`,
      html: escapeHtml(posting.html),
    }));
    await player.play({ postings: escaped });
    const { rows: unescaped } = await played.state();
    expect.soft(unescaped.map(({ title, description }) => ({ title, description }))).toEqual(
      first.map(({ description }, index) => ({
        title: `${titlesOf(changed(player.version))[index]} & more`,
        description,
      })),
    );

    await player.playGood('after entities that are escaped twice');
    const [before] = changed(player.version);
    const [posting, ...others] = player.next();
    if (!posting || !before) throw new Error('no posting');
    const long = { ...posting, title: 'Very senior '.repeat(334).slice(0, 4_000) };
    expect.soft(await player.play({ postings: [long, ...others] })).toMatchObject({ skipped: [] });
    const title = `${'Very senior '.repeat(16)}Very…`;
    expect.soft((await played.state()).rows.map((row) => row.title)).toContain(title);

    await player.playGood('after a title of 4,000 characters');
    await expectOneMalformed(player);
    await expectNothingClosed(player);
    await player.playGood('after a list without an id');
    await expectSameJobs(player);
    await expectNothingOfEmptyList(player);
    await player.playGood('after an empty list');
  });

  test('dates in milliseconds since 1970 are read as dates, or the run stops', async () => {
    const posted = '2026-03-02T09:00:00.000Z';
    const player = await startPlayer(system, postingsOf([1], { posted }));
    const later = postingsOf([2, 3, 4], { posted: Date.parse(posted) });
    const run = await player.play({ postings: [...postingsOf([1], { posted }), ...later] });
    if (run.outcome === 'failed') {
      await player.expectFailure(run, /its format has changed: /, 'numbers for dates');
      return;
    }
    const { rows } = await player.played.state();
    const days = rows.map(({ date }) => date.toISOString().slice(0, 10));
    // The jobs of a system without dates have the date of the first run.
    expect(days).toEqual(Array.from({ length: 4 }, () => days[0]));
  });

  test('a list of very many jobs is read', async () => {
    const postings = postingsOf(Array.from({ length: 201 }, (_, index) => index + 1));
    const { source } = await playSite(setup, system, { postings });
    const address = { tenant: source.tenant, settings: {} };
    const { signal } = new AbortController();
    const { db, reach } = setup.options();
    const { list } = await readSiteList(
      { db, reach, signal },
      {
        system,
        address,
        known: new Map(),
        maxDetails: 5,
        now: setup.now,
        onReceived: async () => {},
      },
    );
    const { listed, isComplete, skipped } = list;
    expect([listed.size, isComplete, skipped]).toEqual([201, true, []]);
  });

  /** Expects that a job stays as it was if its entry is malformed. */
  async function expectOneMalformed(player: Player): Promise<void> {
    const { played } = player;
    const name = site.detail ? 'details without what they must have' : 'entries without titles';
    const change = shapeCases(site).find((each) => each.name === name)?.change;
    const [before] = changed(player.version);
    const postings = player.next();
    let details = 0;
    const { error, counts } = await player.play({
      postings,
      change: {
        entry: (entry, index) => (index === 0 ? (change?.entry?.(entry, 0) ?? entry) : entry),
        detail(fields) {
          details += 1;
          return details === 1 ? change?.detail?.(fields) : fields;
        },
      },
    });
    expect.soft([error, counts.skipped, counts.missing], 'malformed').toEqual([null, 1, 0]);
    await expectJobs(played, [...(before ? [before] : []), ...postings.slice(1)], 'malformed');
    await player.play({ postings });
    await expectJobs(played, postings, 'no longer malformed');
  }

  /**
   * Expects that a list closes no job if one of its entries has no id, because such a list does not show which jobs are
   * gone.
   */
  async function expectNothingClosed(player: Player): Promise<void> {
    const removeId = shapeCases(site).find(({ name }) => name === 'entries without ids');
    for (const postings of [player.next(), player.next()]) {
      const { counts } = await player.play({
        postings,
        change: {
          entry: (entry, index) => (index === 0 ? removeId?.change.entry?.(entry, 0) : entry),
        },
      });
      expect.soft([counts.closed, counts.missing], 'without an id').toEqual([0, 0]);
    }
    expect.soft((await setup.jobsOf(player.played.source.company_id)).open).toHaveLength(3);
  }

  /** Expects that jobs stay the same jobs if each list has new ids for them. */
  async function expectSameJobs(player: Player): Promise<void> {
    const facts = async () =>
      (await player.played.state()).rows.map(({ id, date, closed_at }) => ({
        id,
        date,
        closed_at,
      }));
    const before = await facts();
    for (const first of [11, 21]) {
      const postings = changed(player.version).map((posting, index) => ({
        ...posting,
        number: first + index,
      }));
      const { counts } = await player.play({ postings });
      expect.soft(counts, 'other ids').toMatchObject({ reposted: 3, added: 0, closed: 0 });
    }
    expect.soft(await facts(), 'other ids').toEqual(before);
  }

  async function expectNothingOfEmptyList(player: Player): Promise<void> {
    const { rows } = await player.played.state();
    // Pages without a job posting cannot be read. Other lists are empty, and a person is asked after an hour.
    await player.play({ postings: [] });
    const { error } = await player.play({ postings: [] });
    expect.soft(error).toMatch(/It would close 3 of 3 open jobs|it names no job/);
    expect.soft((await player.played.state()).rows, 'an empty list').toEqual(rows);
  }
});
