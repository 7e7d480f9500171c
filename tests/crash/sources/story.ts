import type { FeedAnswer } from '#server/job-feeds/testing/feed-server.ts';
import { htmlPage } from '#server/job-feeds/testing/feed-server-faults.ts';
import type {
  ModelAnswer,
  ModelField,
  ModelJob,
} from '#server/modules/sources/testing/model-source.ts';
import { pick, type Random, randomFrom } from '../../support/random.mjs';
import { ComparedSource, type Setup } from './compared-source.ts';
import { Employer, greenhouseEntry, modelEntry, type Posting } from './employer.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The pauses between runs. Some are just too short to close a job. */
const PAUSES = [MINUTE, 30 * MINUTE, HOUR - 1, HOUR, HOUR, 6 * HOUR, 6 * HOUR, DAY, 200 * DAY];

const STEPS = 14;

/**
 * The maximum number of database calls after which a run is killed. A run makes fewer calls than that, so some kills
 * come after the end of the run.
 */
const MAX_CALLS = 40;

/** How often each event happened. */
export type StoryCounts = Record<
  'runs' | 'kills' | 'faults' | 'acts' | 'closed' | 'reopened' | 'reposted' | 'asked' | 'undone',
  number
>;

/**
 * A random story of a source: the employer changes postings, the source answers with and without faults, people edit, close,
 * delete and reopen jobs, runs are killed and undone. After each run, the board is compared with the model.
 */
export async function playStory(setup: Setup, seed: number): Promise<StoryCounts> {
  const story = new Story(setup, seed);
  try {
    await story.play();
  } catch (error) {
    if (error instanceof Error) error.message += `\n\n${story.log.join('\n')}`;
    throw error;
  }
  return story.counts;
}

class Story {
  readonly log: string[] = [];
  readonly counts: StoryCounts = {
    runs: 0,
    kills: 0,
    faults: 0,
    acts: 0,
    closed: 0,
    reopened: 0,
    reposted: 0,
    asked: 0,
    undone: 0,
  };
  readonly #setup: Setup;
  readonly #random: Random;
  readonly #employer: Employer;
  readonly #source: ComparedSource;
  readonly #tenant: string;

  constructor(setup: Setup, seed: number) {
    this.#setup = setup;
    this.#random = randomFrom(seed);
    this.#tenant = `acme-${seed}`;
    this.#employer = new Employer(this.#random, 1_000);
    this.#source = new ComparedSource(setup, this.#tenant);
  }

  async play(): Promise<void> {
    await this.#source.add();
    await this.#run();
    for (let step = 1; step < STEPS; step += 1) {
      for (let left = this.#upTo(3); left > 0; left -= 1) this.log.push(this.#employer.change());
      for (let left = this.#upTo(3); left > 0; left -= 1) await this.#act();
      if (this.#chance(0.15)) await this.#run(this.#upTo(MAX_CALLS));
      await this.#run();
    }
  }

  #upTo = (count: number) => Math.floor(this.#random() * (count + 1));
  #chance = (share: number) => this.#random() < share;

  async #act(): Promise<void> {
    const source = this.#source;
    const { jobs } = source.model;
    if (jobs.length === 0) return;
    const job = pick(this.#random, jobs);
    const [locked] = [...job.locked];
    this.counts.acts += 1;
    if (job.isDeleted) {
      if (this.#chance(0.5)) return;
      this.#tell('restores', job);
      await source.restore(job);
    } else if (locked && !job.isMoved && this.#chance(0.4)) {
      this.#tell(`unlocks ${locked} of`, job);
      await source.unlock(job, locked);
    } else if (this.#chance(0.15)) {
      this.#tell('deletes', job);
      await source.delete(job);
    } else if (job.state === 'closed') {
      this.#tell('reopens', job);
      await source.reopen(job);
    } else if (this.#chance(0.25)) {
      this.#tell('closes', job);
      await source.close(job);
    } else if (this.#chance(0.12)) {
      this.#tell(job.isMoved ? 'moves back' : 'moves away', job);
      await source.move(job);
    } else {
      const [field, value] = pick(this.#random, this.#edits());
      this.#tell(`edits ${field} of`, job);
      await source.edit(job, field, value);
    }
  }

  #tell(what: string, { id }: ModelJob): void {
    this.log.push(`a person ${what} ${id}`);
  }

  #edits(): [ModelField, string][] {
    const number = this.#upTo(2);
    return [
      ['title', `Master Weaver ${number}`],
      ['location', ['Braga', 'Lyon', 'Bruges'][number] ?? ''],
      ['description', `A person has written text number ${number}.`],
      ['applyurl', `https://apply.example/${number}`],
    ];
  }

  /** Sets a response of the source, and runs it. */
  async #run(calls?: number): Promise<void> {
    const pause = pick(this.#random, PAUSES);
    this.#setup.passes(pause);
    const read = this.#answer();
    this.log.push(`${pause / MINUTE} min later: a run${calls === undefined ? '' : ', killed'}`);
    const run = await this.#source.run(read, calls);
    if (!run) {
      this.counts.kills += 1;
      return;
    }
    const { outcome, closed, reopened, reposted } = run.model;
    this.counts.runs += 1;
    this.counts.closed += closed;
    this.counts.reopened += reopened;
    this.counts.reposted += reposted;
    if (outcome === 'asked') this.counts.asked += 1;
    if (run.hasChanges && this.#chance(0.1)) {
      this.log.push('a person undoes the run');
      await this.#source.undo(run.id);
      this.counts.undone += 1;
    } else if (this.#source.model.isAsking && this.#chance(0.4)) {
      this.log.push('a person allows the next run to close jobs');
      await this.#source.allowClosing();
    }
  }

  /** Sets the response of the source. Returns how the model reads this response. */
  #answer(): ModelAnswer {
    const { server, urlOf } = this.#setup;
    const { postings } = this.#employer;
    const part = postings.filter(() => this.#chance(0.6));
    const faults = faultsOf(postings, part);
    const list = { jobs: postings.map(greenhouseEntry), meta: { total: postings.length } };
    const isComplete = this.#chance(0.7);
    // The tag identifies the list, so that an unchanged list gets a 304.
    const complete = { json: list, etag: tagOf(JSON.stringify(list)) };
    const fault = pick(this.#random, faults);
    server.answer(urlOf(this.#tenant), isComplete ? complete : fault.answer);
    if (!isComplete) this.counts.faults += 1;
    const ids = (isComplete ? postings : part).map(({ id }) => id).join(' ');
    this.log.push(`the source answers ${isComplete ? 'the list' : fault.name}: ${ids}`);
    return isComplete ? readAs(postings) : fault.read;
  }
}

type Fault = { name: string; answer: FeedAnswer; read: ModelAnswer };

/** Responses that do not show which jobs are gone, or that show no jobs at all. */
function faultsOf(postings: Posting[], part: Posting[]): Fault[] {
  const all = postings.map(greenhouseEntry);
  const some = part.map(greenhouseEntry);
  const nothing: ModelAnswer = { kind: 'failure' };
  const incomplete = readAs(part, false);
  const cut = { json: { jobs: some, meta: { total: part.length + 1 } } };
  const text = JSON.stringify({ jobs: all });
  return [
    { name: 'a cut list', answer: cut, read: incomplete },
    { name: 'a cut list', answer: cut, read: incomplete },
    {
      name: 'an entry without an id',
      answer: { json: { jobs: [...some, { title: 'Nobody' }] } },
      // If no entries are left, the response is not a list of this system.
      read: part.length > 0 ? incomplete : nothing,
    },
    {
      name: 'entries twice',
      answer: { json: { jobs: [...all, ...some] } },
      read: readAs(postings),
    },
    { name: 'an empty list', answer: { json: { jobs: [], meta: { total: 0 } } }, read: readAs([]) },
    { name: 'nothing (404)', answer: { status: 404 }, read: nothing },
    { name: 'an error (500)', answer: { status: 500 }, read: nothing },
    { name: 'a page', answer: htmlPage(), read: nothing },
    { name: 'JSON of another shape', answer: { json: { positions: all } }, read: nothing },
    { name: 'half of the text', answer: { text: text.slice(0, text.length / 2) }, read: nothing },
  ];
}

function readAs(postings: Posting[], isComplete = true): ModelAnswer {
  return { kind: 'list', entries: postings.map(modelEntry), isComplete };
}

function tagOf(text: string): string {
  let sum = 7;
  for (const character of text) sum = (sum * 31 + character.charCodeAt(0)) | 0;
  return `"${sum}"`;
}
