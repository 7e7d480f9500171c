import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { markdownTable } from 'markdown-table';
import { withServer } from '../load/processes.mjs';
import { databaseUrl, withClient, withProduct } from '../load/server.mjs';
import { createMeasure, wrkVersion } from '../load/wrk.mjs';
import { count, median, ms } from '../report/figures.mjs';

/** The number of mails that the server sends per minute (MAIL_RATE). */
const MAILS_PER_MINUTE = 1_000;

const PATH = '/jobs';

/**
 * The measured pages: the same list from the page cache, and rendered for each request. One connection measures how
 * long a visitor waits, several measure the capacity of the server.
 */
const PAGES = [
  { name: 'cached', connections: [1, 16], settings: {} },
  { name: 'uncached', connections: [1, 4], settings: { PAGE_CACHE_MB: '0' } },
];

/** @typedef {import('../load/wrk.mjs').Measurement} Measurement */
/** @typedef {{ without: Measurement, during: Measurement, mailsPerMinute: number }} Pair */

/**
 * Measures pages while the server sends mails, and while it sends none. The two measurements of a pair follow each
 * other. Every second pair has the reverse order, so that a machine that becomes slower or faster affects both kinds of
 * measurement.
 * @param {string} dataDir
 * @param {{ pairs: number, seconds: number }} options
 * @param {import('../load/processes.mjs').Talk} talk
 * @returns {Promise<string>} the report
 */
export async function measureMail(dataDir, { pairs, seconds }, { say, signal }) {
  await wrkVersion();
  const rows = [];
  for (const { name, connections, settings } of PAGES) {
    const measured = await withMailServer((mail) =>
      withProduct(dataDir, { DEMO_DATA: 'true', ...settings, ...mail }, signal, async (product) => {
        const url = await databaseUrl(dataDir);
        const loads = connections.map((number) => {
          const measure = createMeasure(number, signal);
          const without = () => measure(product.origin + PATH, seconds);
          const during = () => measureDuringMails(url, seconds, without);
          /** @type {Pair[]} */
          const results = [];
          return { number, without, during, results };
        });
        say(`Warming up: ${name}…`);
        for (const { without, during } of loads) await Promise.all([without(), during()]);
        for (let pair = 1; pair <= pairs; pair++) {
          say(`Measuring ${PATH}, ${name}: pair ${pair} of ${pairs}…`);
          for (const { without, during, results } of loads) {
            const first = pair % 2 ? await without() : undefined;
            const { result, mailsPerMinute } = await during();
            results.push({ without: first ?? (await without()), during: result, mailsPerMinute });
          }
        }
        return loads;
      }),
    );
    rows.push(...measured.map(({ number, results }) => [name, ...summarize(number, results)]));
  }
  const head = [PATH, 'connections', 'mails a minute', 'req/s', 'during', 'ratio', 'p50', 'p99'];
  return `${markdownTable([head, ...rows], { align: ['', ...Array(7).fill('r')] })}\n`;
}

/**
 * Formats a row with the medians of the pairs. The ratio compares the requests per second during mails with those
 * without mails; it is the median of the pairs' ratios. p50 and p99 have two values each: without mails and during
 * mails.
 * @param {number} connections
 * @param {Pair[]} pairs
 */
export function summarize(connections, pairs) {
  /** @param {(pair: Pair) => number} value */
  const of = (value) => median(pairs.map(value));
  return [
    String(connections),
    count(of(({ mailsPerMinute }) => mailsPerMinute)),
    count(of(({ without }) => without.rps)),
    count(of(({ during }) => during.rps)),
    of(({ without, during }) => during.rps / without.rps).toFixed(2),
    `${ms(of(({ without }) => without.p50))} / ${ms(of(({ during }) => during.p50))}`,
    `${ms(of(({ without }) => without.p99))} / ${ms(of(({ during }) => during.p99))}`,
  ];
}

/**
 * Runs `use` with the settings for sending mails to a server that accepts them.
 * @template T
 * @param {(settings: Record<string, string>) => Promise<T>} use
 */
function withMailServer(use) {
  const script = new URL('../load/mail-server.mjs', import.meta.url);
  return withServer(script, (port) =>
    use({
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'jobs@board.example',
      MAIL_RATE: String(MAILS_PER_MINUTE),
    }),
  );
}

/**
 * Queues as many mails as the server sends in this number of seconds, and runs a measurement meanwhile. Then waits
 * until all mails are sent.
 * @template T
 * @param {string} url of the database
 * @param {number} seconds
 * @param {() => Promise<T>} run
 */
function measureDuringMails(url, seconds, run) {
  return withClient(url, async (client) => {
    const mails = Math.ceil((seconds * MAILS_PER_MINUTE) / 60);
    const ids = Array.from({ length: mails }, () => randomUUID());
    await client.query(QUEUE, [ids, CONTENT]);
    const started = performance.now();
    const result = await run();
    const elapsed = (performance.now() - started) / 60_000;
    const sent = await countSent(client, ids);
    while ((await countSent(client, ids)) < mails) await sleep(50);
    return { result, mailsPerMinute: sent / elapsed };
  });
}

const CONTENT = {
  heading: 'Your code',
  paragraphs: ['Type this code into the window that waits for it.', 'It is valid for ten minutes.'],
  code: 'ABCD-1234',
  reason: 'Someone entered this address at the board.',
};

/** Stores mails together with their jobs in the queue, as the outbox of the server does. */
const QUEUE = `
  with queued as (
    insert into mails (id, to_address, subject, content, message_id, status, expires_at)
    select id, 'ada@example.com', 'Your code', $2::jsonb, '<' || id || '@board.example>', 'queued',
      now() + interval '1 hour'
    from unnest($1::uuid[]) as id returning id)
  select graphile_worker.add_job('send_mail', json_build_object('id', id), job_key => 'send_mail:' || id)
  from queued`;

/**
 * @param {import('pg').Client} client
 * @param {string[]} ids
 * @returns {Promise<number>}
 */
async function countSent(client, ids) {
  const { rows } = await client.query(
    `select count(*)::int as sent from mails where id = any ($1::uuid[]) and status = 'sent'`,
    [ids],
  );
  return rows[0].sent;
}
