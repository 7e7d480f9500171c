import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAlerts } from '#server/modules/alerts/testing/create-alerts.ts';
import type { JobSearch } from '#shared/urls/paths.ts';
import { isDeep, repetitions, seedOr } from '../support/deep-run.ts';
import { createCompany } from '../support/factories.ts';
import { type MailCatcher, startMailCatcher } from '../support/mail-catcher.ts';
import { FAST_TIMERS } from '../support/process.ts';
import { pick, type Random, randomFrom } from '../support/random.mjs';
import { openDatabaseAt } from '../support/test-database.ts';
import { countMails, type Seeker } from './alerts/count-mails.ts';
import { Employer, PLACES, TRADES } from './alerts/employer.ts';
import { runKills, VICTIMS, type Victim, waitUntilSent } from './alerts/kill-rounds.ts';
import { startEmbeddedBoard } from './embedded-board.ts';
import type { TestBoard } from './test-board.ts';

const KILLS = repetitions(4, 20);
const SEED = seedOr(20_261_130);
const SEEKERS = isDeep ? 12 : 6;

const log = (line: string) => void (isDeep && process.stderr.write(`${line}\n`));

let catcher: MailCatcher;
let board: TestBoard;

beforeAll(async () => {
  catcher = await startMailCatcher();
  board = await startEmbeddedBoard({
    settings: {
      ...FAST_TIMERS,
      SMTP_URL: catcher.url,
      MAIL_FROM: 'jobs@board.example',
      MAIL_RATE: '60000',
    },
  });
});

afterAll(async () => {
  await board?.stop();
  await catcher.close();
});

/** Draws searches that have jobs in common with other searches. */
function drawSearches(random: Random): JobSearch[] {
  const kinds: (() => JobSearch)[] = [
    () => ({ q: pick(random, TRADES).toLowerCase() }),
    () => ({ location: pick(random, PLACES) }),
    () => ({ q: pick(random, TRADES).toLowerCase(), location: pick(random, PLACES) }),
    () => ({ type: 'Part-Time' }),
    () => ({}),
  ];
  return [1, 2, 3].map(() => pick(random, kinds)());
}

/** Draws what is killed: each as often as the others, in random order. */
function drawVictims(random: Random): Victim[] {
  const drawn: Victim[] = [];
  while (drawn.length < KILLS) {
    const left = VICTIMS.filter(
      (victim) =>
        drawn.filter((one) => one === victim).length === Math.floor(drawn.length / VICTIMS.length),
    );
    drawn.push(pick(random, left));
  }
  return drawn;
}

test(`every new job of alerts is mailed once to each address, although the matcher, the sender, the server and the database are killed ${KILLS} times (--seed ${SEED})`, async () => {
  const random = randomFrom(SEED);
  const seekers: Seeker[] = Array.from({ length: SEEKERS }, (_, n) => ({
    address: `seeker-${n}@example.com`,
    searches: drawSearches(random),
  }));
  const companies: string[] = [];
  const database = await openDatabaseAt(await board.databaseUrl(), 'command');
  try {
    for (const { address, searches } of seekers) {
      await createAlerts(database.db, searches, { address, frequency: 'immediate' });
    }
    for (const name of ['Loom & Co', 'Kiln Works']) {
      companies.push((await createCompany(database.db, { name })).id);
    }
  } finally {
    await database.close();
  }
  const employer = new Employer(board, { random, token: await board.server.token(), companies });
  await runKills({ board, catcher, employer }, drawVictims(random), random, log);
  await waitUntilSent(board);
  const { violations, ...figures } = await countMails(board.port, seekers, catcher.mails);
  log(JSON.stringify({ addresses: SEEKERS, jobs: employer.jobs.length, ...figures }));
  expect(violations).toEqual([]);
  expect(figures.deliveries).toBeGreaterThan(SEEKERS * KILLS);
});
