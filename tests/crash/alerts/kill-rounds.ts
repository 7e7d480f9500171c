import { setTimeout as pause } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { expect } from 'vitest';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import { MAX_MAIL_JOBS } from '#server/mail/outbox.ts';
import { makeJobsDue } from '#server/mail/testing/make-jobs-due.ts';
import type { MailCatcher } from '../../support/mail-catcher.ts';
import { pick, type Random } from '../../support/random.mjs';
import { type TestBoard, waitUntilRecovered } from '../test-board.ts';
import type { Employer } from './employer.ts';
import { inDatabase } from './in-database.ts';
import { holdMoment, MOMENTS, type Moment } from './moments.ts';

/** What is killed. `matcher` and `sender` are single sessions of PostgreSQL. */
export const VICTIMS = ['matcher', 'sender', 'server', 'database'] as const;
export type Victim = (typeof VICTIMS)[number];

export type Place = { board: TestBoard; catcher: MailCatcher; employer: Employer };

/** The number of jobs that are posted in a round. */
const JOBS = 3;

/** The maximum delay of a kill at any time (ms). The matcher and the sender begin to work every 2.5 seconds. */
const MAX_DELAY = 3_000;

/**
 * Runs one round for each kill: jobs are posted and closed, and the kill interrupts the work on alerts, mostly at a moment at
 * which a transaction is open. Some rounds begin before the board has caught up with the former one.
 * @param log called with one line for each round
 */
export async function runKills(
  place: Place,
  victims: Victim[],
  random: Random,
  log: (line: string) => void,
): Promise<void> {
  /** The number of jobs that may be missing in mails. A mail that shows only some of its jobs could not be checked. */
  let unmailed = 0;
  for (const [number, victim] of victims.entries()) {
    if (unmailed + JOBS > MAX_MAIL_JOBS / 2 || random() < 0.5) {
      await waitUntilQueued(place.board);
      unmailed = 0;
    }
    unmailed += JOBS;
    await inDatabase(place.board, (database) =>
      // A mailbox gets only a few mails an hour.
      database.query("update mails set created_at = created_at - interval '1 hour'"),
    );
    const moment = chooseMoment(victim, random);
    const started = performance.now();
    await runRound(place, { victim, moment, random });
    const duration = Math.round(performance.now() - started);
    log(`${number + 1}. ${victim} killed ${moment ?? 'at any time'}: ${duration} ms`);
  }
  await place.employer.reopen();
  await waitUntilQueued(place.board);
}

type MomentName = keyof typeof MOMENTS;

/** How often the server and the database are killed at any time, instead of at a moment of the work. */
const ANY_TIME = 0.2;

/** Chooses a moment at which the victim works; undefined for any time. */
function chooseMoment(victim: Victim, random: Random): MomentName | undefined {
  const isSession = victim === 'matcher' || victim === 'sender';
  if (!isSession && random() < ANY_TIME) return undefined;
  const names = Object.keys(MOMENTS) as MomentName[];
  const works = (name: MomentName) => {
    const { work, steps }: Moment = MOMENTS[name];
    if (victim === 'matcher') return work === 'matching';
    // A sender that waits for the mail server uses no session.
    if (victim === 'sender') return work === 'sending' && steps.length > 0;
    return true;
  };
  return pick(random, names.filter(works));
}

type Round = { victim: Victim; moment: MomentName | undefined; random: Random };

async function runRound(place: Place, { victim, moment, random }: Round): Promise<void> {
  const { board, catcher, employer } = place;
  const url = await board.databaseUrl();
  const held = moment && (await holdMoment({ url, catcher }, MOMENTS[moment], random() < 0.3));
  const posted = Promise.all(Array.from({ length: JOBS }, () => employer.post()));
  // The error of a post must not be reported before this round waits for it.
  posted.catch(() => {});
  try {
    const sessions = (await held?.reached()) ?? [];
    if (!held) await pause(random() * MAX_DELAY);
    await kill(place, { victim, sessions, random });
  } finally {
    await held?.release();
  }
  await waitUntilRecovered(board.server);
  await posted;
  await employer.reopen();
  if (random() < 0.5) await employer.close();
}

async function kill(
  { board }: Place,
  { victim, sessions, random }: { victim: Victim; sessions: number[]; random: Random },
): Promise<void> {
  if (victim === 'server' || victim === 'database') await board.faults[victim]?.(random);
  else await endSession(board, sessions, LOCKS[victim], random);
}

const LOCKS = { matcher: ADVISORY_LOCKS.alertMatching, sender: ADVISORY_LOCKS.alertDigests };

/** Ends one of the sessions that wait, or the session that holds the lock of the task. */
async function endSession(
  board: TestBoard,
  waiting: number[],
  lock: number,
  random: Random,
): Promise<void> {
  await inDatabase(board, async (database) => {
    const { rows } = await database.query<{ pid: number }>(
      "select pid from pg_locks where locktype = 'advisory' and granted and objid = $1",
      [lock],
    );
    const session = pick(random, [...waiting, ...rows.map(({ pid }) => pid)]);
    await database.query('select pg_terminate_backend($1)', [session]);
  });
}

/** Waits until all jobs are matched, and all mails about them are in the outbox. */
async function waitUntilQueued(board: TestBoard): Promise<void> {
  await inDatabase(board, (database) =>
    expect
      .poll(async () => {
        const { rows } = await database.query<{ left: number }>(
          `select ((select count(*) from alert_changes) + (select count(*) from alert_run)
            + (select count(*) from alerts where due_at is not null))::int as left`,
        );
        return rows[0]?.left;
      })
      .toBe(0),
  );
}

/**
 * Waits until all mails in the outbox are sent. Attempts that were interrupted are repeated only after minutes, so the times
 * of attempts and jobs of killed processes move into the past.
 */
export async function waitUntilSent(board: TestBoard): Promise<void> {
  await inDatabase(board, (database) =>
    expect
      .poll(
        async () => {
          await database.query(`update mails set attempted_at = attempted_at - interval '1 hour'
            where status = 'sending' and attempted_at < now() - interval '${INTERRUPTED}'`);
          await database.query(`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 hour'
            where locked_at < now() - interval '${INTERRUPTED}'`);
          await makeJobsDue(drizzle(database));
          const { rows } = await database.query<{ status: string; failure: string | null }>(
            "select status, failure from mails where status <> 'sent'",
          );
          return rows;
        },
        { interval: 500 },
      )
      .toEqual([]),
  );
}

/** After this time, an attempt to send a mail to the test's mail server must have been interrupted. */
const INTERRUPTED = '5 seconds';
