import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { source_runs } from '#server/db/source-tables.ts';
import { claimDueSource } from '#server/modules/sources/runs/lease.ts';
import { runSource } from '#server/modules/sources/runs/run-source.ts';
import type { FeedAnswer } from '#server/modules/sources/testing/feed-server.ts';
import { htmlPage } from '#server/modules/sources/testing/feed-server-faults.ts';
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
import { pick, type Random, randomFrom } from '../../support/random.mjs';
import {
  type BoardState,
  byJobAndField,
  expectedLocks,
  expectSame,
  type Place,
  readBoard,
  rowOf,
} from './compare-board.ts';
import { Employer, greenhouseEntry, modelEntry } from './employer.ts';
import { killAfter } from './killable.ts';
import { Promises } from './promises.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long after a run the next one is. Some are just too early to close anything. */
const PAUSES = [MINUTE, 30 * MINUTE, HOUR - 1, HOUR, HOUR, 6 * HOUR, 6 * HOUR, DAY, 200 * DAY];

const STEPS = 14;

/** The database calls of a run at most, so that a kill may come after its end. */
const MAX_CALLS = 40;

type Setup = ReturnType<typeof setUpSources>;

/**
 * A random story of a source: the employer changes postings, the source answers with and without faults, people edit, close,
 * delete and reopen jobs, runs are killed and undone. After each run, the board is compared with the model.
 */
export async function playStory(setup: Setup, seed: number): Promise<Story> {
  const story = new Story(setup, seed);
  await story.begin();
  try {
    for (let step = 0; step < STEPS; step += 1) await story.step();
  } catch (error) {
    if (error instanceof Error) error.message += `\n\n${story.log.join('\n')}`;
    throw error;
  }
  return story;
}

export class Story {
  readonly log: string[] = [];
  /** How often something happened, for the report. */
  readonly counts = {
    runs: 0,
    kills: 0,
    faults: 0,
    acts: 0,
    closed: 0,
    reposted: 0,
    asked: 0,
    undone: 0,
  };
  readonly #setup: Setup;
  readonly #random: Random;
  readonly #employer: Employer;
  readonly #model = new ModelSource();
  readonly #promises = new Promises();
  /** The board's ids of the jobs, by their keys in the model. */
  readonly #ids = new Map<number, string>();
  readonly #tenant: string;
  #place: Place = { source: '', company: '', otherCompany: '' };
  #token = '';
  #state: BoardState | undefined;

  constructor(setup: Setup, seed: number) {
    this.#setup = setup;
    this.#random = randomFrom(seed);
    this.#tenant = `acme-${seed}`;
    this.#employer = new Employer(this.#random, 1_000);
  }

  async begin(): Promise<void> {
    const { board, addSource } = this.#setup;
    const [source, other, person] = await Promise.all([
      addSource(this.#tenant),
      createCompany(board.db),
      createAccount(board.db, { role: 'siteadmin' }),
    ]);
    this.#place = { source: source.id, company: source.company_id, otherCompany: other.id };
    this.#token = await tokenFor(board.db, person.id);
    this.#state = await readBoard(board.db, this.#place);
  }

  async step(): Promise<void> {
    const changes = this.log.length === 0 ? 0 : this.#upTo(3);
    for (let index = 0; index < changes; index += 1) this.log.push(this.#employer.change());
    const acts = this.#upTo(3);
    for (let index = 0; index < acts; index += 1) await this.#act();
    if (this.#chance(0.15)) await this.#run('killed');
    await this.#run();
    if (this.#model.isAsking) this.counts.asked += 1;
    if (this.#model.isAsking && this.#chance(0.4)) await this.#allowClosing();
  }

  #upTo = (count: number) => Math.floor(this.#random() * (count + 1));
  #chance = (share: number) => this.#random() < share;

  // What people do.

  async #ask(
    method: string,
    url: string,
    body?: object,
  ): Promise<{ status: number; body: unknown }> {
    const answer = await this.#setup.board.ask(method, url, {
      token: this.#token,
      ...(body && { body }),
    });
    expect(answer.status, `${method} ${url} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer;
  }

  async #act(): Promise<void> {
    this.#state = await readBoard(this.#setup.board.db, this.#place);
    const job = this.#model.jobs.length > 0 ? pick(this.#random, this.#model.jobs) : undefined;
    if (!job) return;
    const id = this.#ids.get(job.key) ?? '';
    this.counts.acts += 1;
    if (job.isDeleted) {
      if (this.#chance(0.5)) return;
      await this.#ask('POST', `/api/jobs/${id}/restore`);
      this.#model.restore(job);
      this.#promises.restored(id);
      this.log.push(`a person restores ${job.id}`);
      return;
    }
    const [locked] = [...job.locked];
    if (locked && !job.isMoved && this.#chance(0.4)) {
      await this.#ask('POST', `/api/jobs/${id}/unlock`, { field: locked });
      this.#model.unlock(job, locked);
      this.#promises.unlocked(id, locked);
      this.log.push(`a person unlocks ${locked} of ${job.id}`);
      return;
    }
    if (this.#chance(0.15)) {
      await this.#ask('DELETE', `/api/jobs/${id}`);
      this.#model.delete(job);
      this.#promises.deleted(id);
      this.log.push(`a person deletes ${job.id}`);
    } else if (job.state === 'closed') {
      await this.#ask('POST', `/api/jobs/${id}/reopen`, {});
      this.#model.reopen(job);
      this.#promises.reopened(id);
      this.log.push(`a person reopens ${job.id}`);
    } else if (this.#chance(0.25)) {
      await this.#ask('POST', `/api/jobs/${id}/close`);
      this.#model.close(job);
      this.#promises.closed(id);
      this.log.push(`a person closes ${job.id}`);
    } else if (this.#chance(0.12)) {
      const { company, otherCompany } = this.#place;
      await this.#edit(job, { company: { id: job.isMoved ? company : otherCompany } });
      this.#model.move(job, !job.isMoved);
      this.log.push(`a person moves ${job.id} ${job.isMoved ? 'to another company' : 'back'}`);
    } else {
      const [field, value] = pick(this.#random, this.#edits());
      await this.#edit(job, { [field]: value });
      if (job.values[field] !== value) this.#promises.edited(id, field, value);
      this.#model.edit(job, field, value);
      this.log.push(`a person edits ${field} of ${job.id}`);
    }
  }

  #edits(): [ModelField, string][] {
    const number = Math.floor(this.#random() * 3);
    return [
      ['title', `Master Weaver ${number}`],
      ['location', ['Braga', 'Lyon', 'Bruges'][number] ?? ''],
      ['description', `A person has written text number ${number}.`],
      ['applyurl', `https://apply.example/${number}`],
    ];
  }

  async #edit(job: ModelJob, values: object): Promise<void> {
    const row = this.#state && rowOf(this.#state, this.#ids, job);
    if (!row) throw new Error(`job ${job.id} has no row`);
    await this.#ask('PUT', `/api/jobs/${row.id}`, {
      title: row.title,
      type: row.type,
      location: row.location,
      salary: '$60K - $70K',
      description: row.description,
      applyurl: row.applyurl,
      company: { id: row.company_id },
      ...values,
    });
  }

  async #allowClosing(): Promise<void> {
    await this.#ask('POST', `/api/sources/${this.#place.source}/run`, { close: true });
    this.#model.mayClose = true;
    this.log.push('a person allows the next run to close jobs');
  }

  // What the source answers.

  /** Sets what the source answers, and returns it as the model reads it. */
  #answer(): ModelAnswer {
    const { server, urlOf } = this.#setup;
    const postings = this.#employer.postings;
    const entries = postings.map(greenhouseEntry);
    const total = entries.length;
    const full = { jobs: entries, meta: { total } };
    const part = postings.filter(() => this.#chance(0.6));
    const list = (chosen = postings, isComplete = true): ModelAnswer => ({
      kind: 'list',
      entries: chosen.map(modelEntry),
      isComplete,
    });
    const failure: ModelAnswer = { kind: 'failure' };
    const answers: [name: string, answer: FeedAnswer, read: ModelAnswer][] = [
      [
        'a cut list',
        { json: { jobs: part.map(greenhouseEntry), meta: { total: total + 1 } } },
        list(part, false),
      ],
      [
        'a cut list',
        { json: { jobs: part.map(greenhouseEntry), meta: { total: total + 1 } } },
        list(part, false),
      ],
      [
        'an entry without an id',
        { json: { jobs: [...entries, { title: 'Nobody' }], meta: { total: total + 1 } } },
        list(postings, false),
      ],
      ['an empty list', { json: { jobs: [], meta: { total: 0 } } }, failure],
      ['nothing (404)', { status: 404 }, failure],
      ['an error (500)', { status: 500 }, failure],
      ['a page', htmlPage(), failure],
      ['JSON of another shape', { json: { positions: entries } }, failure],
      ['half of the text', { text: JSON.stringify(full).slice(0, 200) }, failure],
      ['entries twice', { json: { jobs: [...entries, ...part.map(greenhouseEntry)] } }, list()],
    ];
    // A tag says that the list is the same, so that an unchanged one is a 304.
    const complete = [
      'the list',
      { json: full, etag: hash(JSON.stringify(full)) },
      list(),
    ] as const;
    const [name, answer, read] = this.#chance(0.7) ? complete : pick(this.#random, answers);
    server.answer(urlOf(this.#tenant), answer);
    if (name !== 'the list') this.counts.faults += 1;
    this.log.push(`the source answers ${name}: ${postings.map(({ id }) => id).join(' ')}`);
    // Greenhouse boards of which most entries have no title are of another format.
    return isOtherFormat(read) ? failure : read;
  }

  // What the board does.

  async #run(how?: 'killed'): Promise<void> {
    const { board, passes, options, sourceOf } = this.#setup;
    const pause = pick(this.#random, PAUSES);
    passes(pause);
    const now = this.#setup.now;
    await board.db.execute(
      `update sources set next_run_at = '${now.toISOString()}' where id = '${this.#place.source}'`,
    );
    const read = this.#answer();
    const before = await readBoard(board.db, this.#place);
    const due = await claimDueSource(board.db, now);
    if (!due) throw new Error('no source is due');
    const killed = killAfter(board.db, how ? this.#upTo(MAX_CALLS) : Number.POSITIVE_INFINITY);
    const ending = new AbortController();
    await runSource(due, { ...options(), db: killed.db, signal: ending.signal }).catch(
      (error: unknown) => {
        if (!killed.isKilled()) throw error;
      },
    );
    this.log.push(`+${pause / MINUTE} min: run${how ? ', killed' : ''}`);
    const [run] = await board.db
      .select()
      .from(source_runs)
      .where(eq(source_runs.source_id, this.#place.source))
      .orderBy(source_runs.id)
      .then((runs) => runs.slice(-1));
    this.#state = await readBoard(board.db, this.#place);
    const isEnded = run?.ended_at?.getTime() === now.getTime();
    if (killed.isKilled() && !isEnded) {
      this.counts.kills += 1;
      expect(this.#state.rows).toEqual(before.rows);
      expect(this.#state.ledger).toEqual(before.ledger);
      expect(this.#state.events).toBe(before.events);
      // The lease of the killed process ends after a minute.
      passes(2 * MINUTE);
      return;
    }
    this.counts.runs += 1;
    if (read.kind === 'list' && read.isComplete && read.entries.length > 0) {
      this.#promises.listed(
        read.entries.map(({ id }) => id),
        now,
      );
    }
    const expected = this.#model.run(read, now);
    const outcome = run?.outcome === 'unchanged' ? 'applied' : run?.outcome;
    expect(outcome, run?.error ?? '').toBe(
      isEmpty(read, run?.error) ? 'applied' : expected.outcome,
    );
    this.#check();
    if (expected.outcome === 'applied' && run) this.#expectCounts(expected, run.counts);
    await this.#checkLocks();
    expect((await sourceOf(this.#place.source)).leased_until).toBeNull();
    const hasChanges = run?.outcome === 'applied' && run.applied_at !== null;
    if (hasChanges && this.#chance(0.15)) await this.#undo(run.id);
  }

  #expectCounts({ outcome: _, ...expected }: ModelRun, counts: Record<string, number>): void {
    const names = Object.keys(expected);
    expect(Object.fromEntries(names.map((name) => [name, counts[name]]))).toEqual(expected);
    this.counts.closed += expected.closed;
    this.counts.reposted += expected.reposted;
  }

  #check({ isUndone = false } = {}): void {
    if (!this.#state) return;
    expectSame(this.#state, this.#model, { place: this.#place, ids: this.#ids });
    this.#promises.check(this.#state, { isUndone });
  }

  async #checkLocks(): Promise<void> {
    const { body } = await this.#ask('GET', `/api/sources/${this.#place.source}/locks`);
    const { results } = body as {
      results: { job: { id: string }; field: string; value: string; stated: string | null }[];
    };
    const fields = results
      // An edit by the API states a salary range, too.
      .filter(({ field }) => field !== 'pay')
      .map(({ job, ...rest }) => ({ job: job.id, ...rest }))
      .sort(byJobAndField);
    expect(fields).toEqual(expectedLocks(this.#model, this.#ids));
  }

  async #undo(run: number): Promise<void> {
    await this.#ask('POST', `/api/source-runs/${run}/undo`);
    this.#model.undo();
    await this.#ask('POST', `/api/sources/${this.#place.source}/resume`);
    this.log.push('a person undoes the run');
    this.counts.undone += 1;
    this.#state = await readBoard(this.#setup.board.db, this.#place);
    this.#check({ isUndone: true });
  }
}

const isEmpty = (read: ModelAnswer, error: string | null | undefined) =>
  read.kind === 'failure' && (error ?? '').startsWith('The list is empty');

function isOtherFormat(read: ModelAnswer): boolean {
  return read.kind === 'list' && read.entries.length === 0;
}

function hash(text: string): string {
  let sum = 7;
  for (const character of text) sum = (sum * 31 + character.charCodeAt(0)) | 0;
  return `"${sum}"`;
}
