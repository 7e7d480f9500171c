import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { source_runs, sources } from '#server/db/source-tables.ts';
import { claimDueSource } from '#server/modules/sources/runs/lease.ts';
import { runSource } from '#server/modules/sources/runs/run-source.ts';
import {
  type ModelAnswer,
  type ModelField,
  type ModelJob,
  type ModelRun,
  ModelSource,
} from '#server/modules/sources/testing/model-source.ts';
import type { setUpSources } from '#server/modules/sources/testing/set-up-sources.ts';
import { tokenFor } from '../../support/access-tokens.ts';
import { createAccount, createCompany } from '../../support/factories.ts';
import {
  byJobAndField,
  expectedLocks,
  expectSame,
  type Place,
  readBoard,
  rowOf,
} from './compare-board.ts';
import { killAfter } from './killable.ts';
import { Promises } from './promises.ts';

const MINUTE = 60_000;

export type Setup = ReturnType<typeof setUpSources>;

/** The effects of a run; undefined if it was killed before its end. */
export type ComparedRun = { id: number; hasChanges: boolean; model: ModelRun } | undefined;

/**
 * A source on the board and in the model. People and runs act on both in the same way; after each run, the board must
 * agree with the model, and must respect what people have edited, closed and deleted (`promises.ts`).
 */
export class ComparedSource {
  readonly model = new ModelSource();
  readonly #setup: Setup;
  readonly #tenant: string;
  readonly #promises = new Promises();
  /** The board's ids of the jobs, by their keys in the model. */
  readonly #ids = new Map<number, string>();
  #place: Place = { source: '', company: '', otherCompany: '' };
  #token = '';

  constructor(setup: Setup, tenant: string) {
    this.#setup = setup;
    this.#tenant = tenant;
  }

  async add(): Promise<void> {
    const { board, addSource } = this.#setup;
    const [source, other, person] = await Promise.all([
      addSource(this.#tenant),
      createCompany(board.db),
      createAccount(board.db, { role: 'siteadmin' }),
    ]);
    this.#place = { source: source.id, company: source.company_id, otherCompany: other.id };
    this.#token = await tokenFor(board.db, person.id);
  }

  #read = () => readBoard(this.#setup.board.db, this.#place);
  #idOf = (job: ModelJob) => this.#ids.get(job.key) ?? '';

  async #ask(method: string, url: string, body?: object): Promise<unknown> {
    const { board } = this.#setup;
    const answer = await board.ask(method, url, { token: this.#token, ...(body && { body }) });
    expect(answer.status, `${method} ${url} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  }

  async edit(job: ModelJob, field: ModelField, value: string): Promise<void> {
    await this.#put(job, { [field]: value });
    if (job.values[field] !== value) this.#promises.edited(this.#idOf(job), field, value);
    this.model.edit(job, field, value);
  }

  /** Moves a job to a different company, or back. */
  async move(job: ModelJob): Promise<void> {
    const { company, otherCompany } = this.#place;
    await this.#put(job, { company: { id: job.isMoved ? company : otherCompany } });
    this.model.move(job, !job.isMoved);
  }

  async #put(job: ModelJob, values: object): Promise<void> {
    const row = rowOf(await this.#read(), this.#ids, job);
    if (!row) throw new Error(`job ${job.id} has no row`);
    await this.#ask('PUT', `/api/jobs/${row.id}`, {
      title: row.title,
      type: row.type,
      location: row.location,
      salary: '$60K - $70K',
      description: row.description || 'A person has written a text.',
      applyurl: row.applyurl,
      company: { id: row.company_id },
      ...values,
    });
  }

  async unlock(job: ModelJob, field: ModelField): Promise<void> {
    await this.#ask('POST', `/api/jobs/${this.#idOf(job)}/unlock`, { field });
    this.model.unlock(job, field);
    this.#promises.unlocked(this.#idOf(job), field);
  }

  async close(job: ModelJob): Promise<void> {
    await this.#ask('POST', `/api/jobs/${this.#idOf(job)}/close`);
    this.model.close(job);
    this.#promises.closed(this.#idOf(job));
  }

  async reopen(job: ModelJob): Promise<void> {
    await this.#ask('POST', `/api/jobs/${this.#idOf(job)}/reopen`, {});
    this.model.reopen(job);
    this.#promises.reopened(this.#idOf(job));
  }

  async delete(job: ModelJob): Promise<void> {
    await this.#ask('DELETE', `/api/jobs/${this.#idOf(job)}`);
    this.model.delete(job);
    this.#promises.deleted(this.#idOf(job));
  }

  async restore(job: ModelJob): Promise<void> {
    await this.#ask('POST', `/api/jobs/${this.#idOf(job)}/restore`);
    this.model.restore(job);
    this.#promises.restored(this.#idOf(job));
  }

  /** Allows the next run to close any number of jobs. */
  async allowClosing(): Promise<void> {
    await this.#ask('POST', `/api/sources/${this.#place.source}/run`, { close: true });
    this.model.mayClose = true;
    this.#promises.allowed();
  }

  /** Undoes the latest run, and resumes the source. */
  async undo(run: number): Promise<void> {
    await this.#ask('POST', `/api/source-runs/${run}/undo`);
    this.model.undo();
    await this.#ask('POST', `/api/sources/${this.#place.source}/resume`);
    // If its list still lacks many jobs, the next run asks again.
    this.model.resume();
    await this.#check({ isUndone: true });
  }

  /**
   * Runs the source on the board and in the model, and compares the two. `read` is what the model gets from the
   * source's response.
   * @param calls the number of database calls after which the process is killed; by default, it is not killed
   */
  async run(read: ModelAnswer, calls = Number.POSITIVE_INFINITY): Promise<ComparedRun> {
    const { board, passes, options, now } = this.#setup;
    const { db } = board;
    const { source } = this.#place;
    await db.update(sources).set({ next_run_at: now }).where(eq(sources.id, source));
    const before = await this.#read();
    const due = await claimDueSource(db, now);
    if (due?.id !== source) throw new Error('the source is not due');
    const killed = killAfter(db, calls);
    await runSource(due, { ...options(), db: killed.db }).catch((error: unknown) => {
      if (!killed.isKilled()) throw error;
    });
    const runs = await db.select().from(source_runs).where(eq(source_runs.source_id, source));
    const run = runs.sort((one, other) => one.id - other.id).at(-1);
    if (!run || run.ended_at?.getTime() !== now.getTime()) {
      expect(killed.isKilled(), 'the run has ended').toBe(true);
      const { rows, ledger, events } = await this.#read();
      expect({ rows, ledger, events }, 'after a kill').toEqual({
        rows: before.rows,
        ledger: before.ledger,
        events: before.events,
      });
      // The lease of the killed process ends after a minute.
      passes(2 * MINUTE);
      return undefined;
    }
    if (read.kind === 'list') {
      const ids = read.entries.map(({ id }) => id);
      const isEmpty = ids.length === 0;
      this.#promises.listed(ids, now, {
        isComplete: read.isComplete && !isEmpty,
        isEmpty: read.isComplete && isEmpty,
      });
    }
    const model = this.model.run(read, now);
    expect(this.#outcomeOf(run), run.error ?? '').toBe(model.outcome);
    await this.#check();
    const { outcome, ...counts } = model;
    if (outcome === 'applied') expect(run.counts).toMatchObject(counts);
    const hasChanges = run.outcome === 'applied' && run.applied_at !== null;
    if (!hasChanges) {
      const { events, rows } = await this.#read();
      expect({ events, rows }, 'without changes').toEqual({
        events: before.events,
        rows: before.rows,
      });
    }
    return { id: run.id, hasChanges, model };
  }

  /**
   * Translates the outcome of a run into the terms of the model, in which an empty list that neither closes a job nor asks
   * is like a failure: both show no jobs.
   */
  #outcomeOf({ outcome, error }: typeof source_runs.$inferSelect): string {
    if (outcome === 'asked' || outcome === 'failed') return outcome;
    return error?.startsWith('The list is empty') ? 'failed' : 'applied';
  }

  async #check({ isUndone = false } = {}): Promise<void> {
    const state = await this.#read();
    expectSame(state, this.model, { place: this.#place, ids: this.#ids });
    expect(state.source.leased_until).toBeNull();
    this.#promises.check(state, { isUndone });
    const locks = (await this.#ask('GET', `/api/sources/${this.#place.source}/locks`)) as {
      results: { job: { id: string }; field: string; value: string; stated: string | null }[];
    };
    const fields = locks.results
      // An edit through the API also states a salary range.
      .filter(({ field }) => field !== 'pay')
      .map(({ job, ...rest }) => ({ job: job.id, ...rest }))
      .sort(byJobAndField);
    expect(fields).toEqual(expectedLocks(this.model, this.#ids));
  }
}
