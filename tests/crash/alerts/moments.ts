import pg from 'pg';
import { expect } from 'vitest';
import type { MailCatcher } from '../../support/mail-catcher.ts';
import { connectTo } from '../test-board.ts';

/** A lock of a table, and the statement that waits for it. */
type Step = { table: string; statement: string };

/** A moment in the work on alerts at which a kill interrupts it. */
export type Moment = {
  work: 'matching' | 'sending';
  /**
   * The work waits at the statement of the last step. Each table is locked before the former one is released, because
   * earlier statements also need the later tables.
   */
  steps: Step[];
  /** Whether the mail server has received a mail and not yet answered when the first table is locked. */
  isReceived?: boolean;
};

const STORING_MATCHES = { table: 'alert_matches', statement: 'insert into "alert_matches"%' };
const LOCKING_ADDRESS = {
  table: 'alert_addresses',
  statement: '%from "alert_addresses"%for update%',
};

export const MOMENTS = {
  // A run begins or, if an earlier kill interrupted it, continues.
  'while a run is stored': {
    work: 'matching',
    steps: [{ table: 'alert_run', statement: '%"alert_run"%' }],
  },
  'while matches are stored': { work: 'matching', steps: [STORING_MATCHES] },
  'while alerts become due': {
    work: 'matching',
    steps: [{ table: 'alerts', statement: 'update "alerts" set due_at = coalesce%' }],
  },
  'while the position of a run is stored': {
    work: 'matching',
    steps: [STORING_MATCHES, { table: 'alert_run', statement: 'update "alert_run"%' }],
  },
  'while a run ends': {
    work: 'matching',
    steps: [STORING_MATCHES, { table: 'alert_changes', statement: 'delete from "alert_changes"%' }],
  },
  'while an address is locked': { work: 'sending', steps: [LOCKING_ADDRESS] },
  'while a mail is queued': {
    work: 'sending',
    steps: [LOCKING_ADDRESS, { table: 'mails', statement: 'insert into "mails"%' }],
  },
  'while the mailed jobs are stored': {
    work: 'sending',
    steps: [{ table: 'alert_sent_jobs', statement: 'insert into "alert_sent_jobs"%' }],
  },
  'before a mail is sent': {
    work: 'sending',
    steps: [{ table: 'mail_state', statement: '%insert into mail_state%' }],
  },
  'while the mail server receives a mail': { work: 'sending', steps: [], isReceived: true },
  'while the outcome of a mail is stored': {
    work: 'sending',
    steps: [{ table: 'mails', statement: 'update "mails" set%"mails"."attempts" = $%' }],
    isReceived: true,
  },
} satisfies Record<string, Moment>;

/** The mail server holds back its answer to this many mails, so that each of the concurrent attempts waits. */
const HELD_MAILS = 100;

/** A moment for which the test waits. */
export type Held = {
  /** Resolves at the moment, with the ids of the sessions that wait for the lock of the test. */
  reached(): Promise<number[]>;
  /** Lets the work continue, if it has survived. */
  release(): Promise<void>;
};

/**
 * Holds the work on alerts at a moment.
 * @param isRefused whether the mail server refuses the mails that it holds back, and asks to send them later
 */
export async function holdMoment(
  database: { url: string; catcher: MailCatcher },
  { steps, isReceived = false }: Moment,
  isRefused: boolean,
): Promise<Held> {
  const { url, catcher } = database;
  const [first, ...others] = steps;
  const received = catcher.messages;
  const { promise: answer, resolve: accept, reject: refuse } = promiseWithResolvers();
  // The mail server may never wait for the promise.
  answer.catch(() => {});
  if (isReceived) {
    catcher.reactions.push(
      ...Array.from({ length: HELD_MAILS }, () => ({ at: 'DATA' as const, after: answer })),
    );
  }
  const respond = () => {
    catcher.reactions.length = 0;
    if (isRefused) refuse(Object.assign(new Error('Try again later'), { responseCode: 451 }));
    else accept();
  };
  const watcher = await connectTo(url);
  let lock = first && !isReceived ? await lockTable(url, first.table) : undefined;
  return {
    async reached() {
      if (isReceived) {
        await expect.poll(() => catcher.messages, FAST).toBeGreaterThan(received);
        if (!first) return [];
        lock = await lockTable(url, first.table);
        respond();
      }
      if (!first) return [];
      let waiting = await waitingAt(watcher, first);
      for (const step of others) {
        const next = await lockTable(url, step.table);
        await lock?.end();
        lock = next;
        waiting = await waitingAt(watcher, step);
      }
      return waiting;
    },
    async release() {
      respond();
      await Promise.all([lock?.end(), watcher.end()]);
    },
  };
}

const FAST = { interval: 5 };

/** Locks a table until the session ends. Other sessions can only read it. */
async function lockTable(url: string, table: string): Promise<pg.Client> {
  const session = await connectTo(url);
  await session.query(`begin; lock table ${pg.escapeIdentifier(table)} in exclusive mode`);
  return session;
}

/** Waits until sessions of the board wait for a lock at this statement. Returns their ids. */
async function waitingAt(watcher: pg.Client, { statement }: Step): Promise<number[]> {
  let pids: number[] = [];
  const find = async () => {
    const { rows } = await watcher.query<{ pid: number }>(
      `select pid from pg_stat_activity where datname = current_database()
        and application_name like 'composable-jobs%' and wait_event_type = 'Lock' and ltrim(query) ilike $1`,
      [statement],
    );
    pids = rows.map(({ pid }) => pid);
    return pids.length;
  };
  await expect
    .poll(find, { ...FAST, message: `a session waits at ${statement}` })
    .toBeGreaterThan(0);
  return pids;
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function promiseWithResolvers() {
  let resolve = () => {};
  let reject = (_: Error) => {};
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
