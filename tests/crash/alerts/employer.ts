import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { jobBody } from '../../support/factories.ts';
import { pick, type Random } from '../../support/random.mjs';
import { isOverloaded, jsonOf, sendCall } from '../call.ts';
import { makeWord } from '../random-content.ts';
import type { TestBoard } from '../test-board.ts';
import { inDatabase } from './in-database.ts';

/** The words and places of jobs, which searches combine. */
export const TRADES = ['Weaver', 'Potter', 'Glazier', 'Thatcher'];
export const PLACES = ['Lisbon', 'Berlin', 'Oslo'];
const TYPES = ['Full-Time', 'Part-Time'] as const;

type Board = Pick<TestBoard, 'port' | 'databaseUrl'>;

/** Posts, closes and reopens jobs. */
export class Employer {
  /** The ids of the jobs that the board has acknowledged. */
  readonly jobs: string[] = [];
  readonly #board: Board;
  readonly #random: Random;
  readonly #token: string;
  readonly #companies: string[];
  #started = 0;
  #closed: string[] = [];

  constructor(
    board: Board,
    { random, token, companies }: { random: Random; token: string; companies: string[] },
  ) {
    this.#board = board;
    this.#random = random;
    this.#token = token;
    this.#companies = companies;
  }

  /** Posts a job, and repeats the request until the board acknowledges it. */
  async post(): Promise<void> {
    const random = this.#random;
    const word = makeWord(random, this.#started++);
    const call = {
      method: 'POST',
      path: '/api/jobs',
      headers: { authorization: `Bearer ${this.#token}`, 'idempotency-key': randomUUID() },
      body: jobBody(pick(random, this.#companies), {
        title: `${pick(random, TRADES)} ${word}`,
        location: pick(random, PLACES),
        type: pick(random, TYPES),
        description: `You will make things of ${word}.`,
      }),
    };
    for (;;) {
      const response = await sendCall(this.#board.port, call);
      if (response?.status === 201) {
        this.jobs.push(jsonOf<{ id: string }>(response).id);
        return;
      }
      if (response && response.status !== 503 && !isOverloaded(response)) {
        throw new Error(`The job was not posted: ${response.status} ${response.body}`);
      }
      await pause(50);
    }
  }

  /** Closes a job, an old or a new one, which `reopen` opens again. */
  async close(): Promise<void> {
    if (this.jobs.length === 0) return;
    const id = pick(this.#random, this.jobs.slice(-NEWEST));
    this.#closed.push(id);
    await this.#update("closed_at = now(), closed_by = 'admin'", [id]);
  }

  async reopen(): Promise<void> {
    await this.#update('closed_at = null, closed_by = null', this.#closed);
    this.#closed = [];
  }

  async #update(values: string, ids: string[]): Promise<void> {
    await inDatabase(this.#board, (database) =>
      database.query(`update jobs set ${values} where id = any($1)`, [ids]),
    );
  }
}

/** How many of the newest jobs may be closed. Some of them are matched and not mailed yet. */
const NEWEST = 8;
