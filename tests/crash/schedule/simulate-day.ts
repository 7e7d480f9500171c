import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { companies, jobs } from '#server/db/schema.ts';
import { source_runs, sources } from '#server/db/source-tables.ts';
import type { FeedServer } from '#server/job-feeds/testing/feed-server.ts';
import type { Random } from '../../support/random.mjs';
import { Importers } from './importers.ts';
import { type Customer, WatchedSites } from './watched-sites.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** How far the clock moves at once. Each source is read at its own minute of the hour, so steps are small. */
const STEP = 20 * MINUTE;

/** How long a killed process holds its leases (ms), and a little more. */
const LEASE = 61_000;

/**
 * The minimum time between two requests to a host (ms). It replaces the intervals of the systems, which are up to six
 * seconds.
 */
const INTERVAL = 25;

/** The maximum time between a request and the kill that it causes (ms). Most runs are shorter. */
const MAX_DELAY = 40;

/**
 * The time without a request after which no process is reading a source (ms). It is longer than a killed process can
 * keep other processes from sending requests to a host.
 */
const PATIENCE = 30_000;

/** How often the simulation checks whether a step is over (ms). */
const POLL_INTERVAL = 25;

export type Day = {
  sources: number;
  kills: number;
  /** Whether sources are due for the first time over six hours. Otherwise, all sources are due at once. */
  isSpread: boolean;
  /** The number of requests within which the kills happen. */
  killsWithin: number;
  random: Random;
  log?: ((line: string) => void) | undefined;
};

export type DayResult = {
  hosts: number;
  requests: number;
  /** The outcomes of all runs. */
  runs: Record<string, number>;
  kills: number;
  /** How often all sources together were due, and how often the least frequently due source was due. */
  due: number;
  leastDue: number;
  /**
   * What must not happen: hosts that get requests too often, and sources that are read more or less often than they
   * were due.
   */
  violations: string[];
  /** bytes */
  peakMemory: number;
};

type Place = { db: Database; databaseUrl: string; server: FeedServer; program: string };

/**
 * Simulates a day of many sources of all systems. Two processes read the sources, and are killed in the middle of runs.
 */
export async function simulateDay(place: Place, day: Day): Promise<DayResult> {
  const simulation = new Simulation(place, day);
  try {
    return await simulation.run();
  } finally {
    await simulation.stop();
  }
}

class Simulation {
  readonly #db: Database;
  readonly #day: Day;
  readonly #start = Math.floor(Date.now() / 1_000) * 1_000;
  readonly #sites: WatchedSites;
  readonly #importers: Importers;
  readonly #violations: string[] = [];
  /** How often each source was due. */
  readonly #due = new Map<string, number>();
  readonly #killsAt: number[];
  readonly #customers = new Map<string, Customer>();
  #kills = 0;
  #killing: Promise<void> | undefined;

  constructor({ db, databaseUrl, server, program }: Place, day: Day) {
    const { port, ca } = server.network.detour ?? {};
    if (port === undefined || ca === undefined) throw new Error('the server has no port');
    this.#db = db;
    this.#day = day;
    this.#importers = new Importers(
      { program, databaseUrl, feeds: { port, ca }, interval: INTERVAL },
      this.#start,
    );
    this.#sites = new WatchedSites(server, {
      interval: INTERVAL,
      version: () => Math.floor((this.#importers.now.getTime() - this.#start) / (6 * HOUR)),
      onRequest: () => this.#mayKill(),
    });
    this.#killsAt = Array.from({ length: day.kills }, () =>
      Math.floor(day.random() * day.killsWithin),
    ).sort((one, other) => one - other);
  }

  async run(): Promise<DayResult> {
    await this.#addSources();
    await Promise.all([this.#importers.start(), this.#importers.start()]);
    for (let time = this.#start; time < this.#start + 24 * HOUR; time += STEP) {
      const before = await this.#schedule();
      await this.#moveTo(Math.max(time, this.#importers.now.getTime()));
      await this.#untilRead();
      await this.#countDue(before);
      this.#day.log?.(
        `${((time - this.#start) / HOUR).toFixed(2)} h: ${this.#sites.requests} requests, ${this.#kills} kills`,
      );
    }
    await this.#importers.stop();
    await this.#compareJobs();
    return {
      hosts: this.#sites.hosts.size,
      requests: this.#sites.requests,
      runs: await this.#countRuns(),
      kills: this.#kills,
      due: [...this.#due.values()].reduce((sum, count) => sum + count, 0),
      leastDue: Math.min(...[...this.#customers.keys()].map((id) => this.#due.get(id) ?? 0)),
      violations: [...this.#violations, ...this.#sites.violations],
      peakMemory: this.#importers.peakMemory,
    };
  }

  async stop(): Promise<void> {
    await this.#killing;
    await this.#importers.stop();
  }

  async #addSources(): Promise<void> {
    const { random, isSpread } = this.#day;
    const added = this.#sites.add(this.#day.sources).map((customer) => ({
      id: crypto.randomUUID(),
      company_id: crypto.randomUUID(),
      customer,
      next_run_at: new Date(this.#start + (isSpread ? random() * 6 * HOUR : 0)),
    }));
    await this.#db
      .insert(companies)
      .values(added.map(({ company_id, customer }) => ({ id: company_id, name: customer.name })));
    await this.#db.insert(sources).values(
      added.map(({ customer: { system, tenant }, ...source }) => ({
        ...source,
        system,
        tenant,
        state: 'active' as const,
      })),
    );
    for (const { id, customer } of added) this.#customers.set(id, customer);
  }

  /** When each source is due. */
  async #schedule(): Promise<Map<string, Date>> {
    const rows = await this.#db.select({ id: sources.id, next: sources.next_run_at }).from(sources);
    return new Map(rows.map(({ id, next }) => [id, next]));
  }

  /**
   * Moves the clock, a little further if a source is due within the next second: the clocks of the processes differ by
   * milliseconds, and all must agree on what is due.
   */
  async #moveTo(time: number): Promise<void> {
    const end = (each: number) => new Date(each + 1_000);
    let to = time;
    const isNear = () =>
      this.#db.$count(
        sources,
        and(gt(sources.next_run_at, new Date(to)), lte(sources.next_run_at, end(to))),
      );
    while ((await isNear()) > 0) to += 1_000;
    this.#importers.setTime(to);
  }

  /**
   * Waits until all due sources are read. The clock moves only while no process reads a source, because the leases of
   * that process would end.
   */
  async #untilRead(): Promise<void> {
    let progress = { requests: this.#sites.requests, at: performance.now() };
    for (;;) {
      await this.#killing;
      if (this.#sites.requests !== progress.requests || this.#killing) {
        progress = { requests: this.#sites.requests, at: performance.now() };
      }
      // A process that could not reach the database has left its run unfinished, like a killed process.
      const isStuck = performance.now() - progress.at > PATIENCE;
      const { now, numbers } = this.#importers;
      const due = await this.#countClaimable(now);
      // Read the leases after counting: once nothing is claimable, no lease begins.
      const leases = await this.#leases();
      const isLive = leases.some((number) => numbers.includes(number));
      if (isStuck || (due === 0 && !isLive && !this.#killing)) {
        if (due === 0 && leases.length === 0) return;
        // Only killed processes have leases. These leases end by themselves.
        await this.#moveTo(now.getTime() + LEASE);
        progress.at = performance.now();
      }
      await pause(POLL_INTERVAL);
    }
  }

  /**
   * The number of due sources that a process may claim. While two sources of a system are read, its other sources must
   * wait.
   */
  #countClaimable(now: Date): Promise<number> {
    const at = sql`${now.toISOString()}::timestamptz`;
    return this.#db.$count(
      sources,
      and(
        lte(sources.next_run_at, now),
        or(isNull(sources.leased_until), lte(sources.leased_until, now)),
        sql`${sources.system} not in (select system from ${sources} where leased_until > ${at}
          group by system having count(*) >= 2)`,
      ),
    );
  }

  /** The numbers of the processes that have leases, one for each lease. */
  async #leases(): Promise<number[]> {
    const rows = await this.#db
      .select({ until: sources.leased_until })
      .from(sources)
      .where(isNotNull(sources.leased_until));
    return rows.map(({ until }) => (until?.getTime() ?? 0) % 1_000);
  }

  /** Compares the runs of each source with how often it was due. */
  async #countDue(before: Map<string, Date>): Promise<void> {
    for (const [id, next] of before) {
      if (next > this.#importers.now) continue;
      this.#due.set(id, (this.#due.get(id) ?? 0) + 1);
    }
    const completed = new Map(
      (
        await this.#db
          .select({ id: source_runs.source_id, count: sql<number>`count(*)::integer` })
          .from(source_runs)
          .where(inArray(source_runs.outcome, ['applied', 'unchanged']))
          .groupBy(source_runs.source_id)
      ).map(({ id, count }) => [id, count]),
    );
    for (const [id, { name, system }] of this.#customers) {
      const [due, runs] = [this.#due.get(id) ?? 0, completed.get(id) ?? 0];
      if (due !== runs) {
        this.#violations.push(`${system} ${name} was due ${due} times and read ${runs} times`);
      }
    }
  }

  #mayKill(): void {
    const [next] = this.#killsAt;
    if (next === undefined || this.#sites.requests < next || this.#killing) return;
    this.#killing = this.#kill().finally(() => {
      this.#killing = undefined;
    });
  }

  /** Kills a process that reads a source. If there is none, a later request causes the kill. */
  async #kill(): Promise<void> {
    const { random, log } = this.#day;
    await pause(random() * MAX_DELAY);
    const leases = await this.#leases();
    const reading = this.#importers.numbers.filter((number) => leases.includes(number));
    const number = reading[Math.floor(random() * reading.length)];
    if (number === undefined) return;
    this.#killsAt.shift();
    await this.#importers.kill(number);
    const left = (await this.#leases()).filter((each) => each === number).length;
    if (left > 0) this.#kills += 1;
    // The process ended its runs in the meantime, so it was not killed in the middle of a run.
    else this.#killsAt.unshift(this.#sites.requests + 1);
    log?.(`process ${number} is killed, in ${left} runs`);
  }

  async #countRuns(): Promise<Record<string, number>> {
    const rows = await this.#db
      .select({ outcome: source_runs.outcome, count: sql<number>`count(*)::integer` })
      .from(source_runs)
      .groupBy(source_runs.outcome);
    return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]));
  }

  /** Checks that each source has the jobs of its latest run, once. */
  async #compareJobs(): Promise<void> {
    const rows = await this.#db
      .select({ id: sources.id, title: jobs.title, read: sources.confirmed_at })
      .from(sources)
      .leftJoin(jobs, and(eq(jobs.company_id, sources.company_id), isNull(jobs.closed_at)));
    for (const [id, customer] of this.#customers) {
      const own = rows.filter((row) => row.id === id);
      const version = Math.floor(((own[0]?.read?.getTime() ?? 0) - this.#start) / (6 * HOUR));
      const listed = this.#sites.postingsOf(customer, version).map(({ title }) => title);
      const open = own.map(({ title }) => title ?? '').sort();
      if (JSON.stringify(open) !== JSON.stringify(listed.sort())) {
        this.#violations.push(
          `${customer.system} ${customer.name} has the jobs ${open.join(', ')}`,
        );
      }
    }
  }
}
