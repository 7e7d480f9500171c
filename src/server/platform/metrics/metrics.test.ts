import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import {
  authorizeUrl,
  openSignInPage,
  signIn,
} from '#server/auth/embedded-provider/testing/sign-in.ts';
import { WRITES } from '#server/http/plugins/request-metrics.ts';
import { MAIL_OUTCOMES } from '#server/mail/mail-metrics.ts';
import { createOutbox } from '#server/mail/outbox.ts';
import { endpoints } from '#shared/contract/endpoints.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { createAccount, createCompany, createJob } from '#tests/support/factories.ts';
import { startMailCatcher } from '#tests/support/mail-catcher.ts';
import { run } from '#tests/support/process.ts';
import { openDatabaseAt } from '#tests/support/test-database.ts';
import { sumOf } from './testing/exposition.ts';
import { type MeteredBoard, startMeteredBoard } from './testing/metered-board.ts';

let board: MeteredBoard;
let database: Awaited<ReturnType<typeof openDatabaseAt>>;

beforeAll(async () => {
  board = await startMeteredBoard();
  database = await openDatabaseAt(board.databaseUrl, 'command');
});
afterAll(async () => {
  await database.close();
  await board.close();
});

type Metric = [name: string, labels?: Record<string, string>];

/**
 * Runs `act`. Returns a function that reads how much each metric has grown since the start of `act`. Call it
 * repeatedly, because the server may count a request only after the client has received the whole response.
 */
async function growth(metrics: Metric[], act: () => Promise<unknown>) {
  const read = async () => {
    const scrape = await board.scrape();
    return metrics.map(([name, labels]) => sumOf(scrape, name, labels) ?? 0);
  };
  const before = await read();
  await act();
  return async () => (await read()).map((value, index) => value - (before[index] ?? 0));
}

const request = async (path: string, init?: RequestInit) => {
  const response = await fetch(`${board.origin}${path}`, init);
  await response.arrayBuffer();
  return response;
};

const requests = (method: string, route: string, status: string): Metric => [
  'board_http_requests_total',
  { method, route, status },
];

test('a request is counted under the pattern of its route, whatever its path', async () => {
  const grown = await growth(
    [
      requests('GET', '/api/jobs/:id', '404'),
      requests('POST', '/api/jobs', '401'),
      requests('GET', '/$', '404'),
      requests('POST', 'none', '404'),
      ['board_http_request_duration_seconds_count', { method: 'GET', route: '/api/jobs/:id' }],
      ['board_writes_total'],
      ['board_http_requests_in_progress'],
    ],
    async () => {
      for (const id of ['one', 'two', 'three']) await request(`/api/jobs/${id}`);
      await request('/api/jobs', { method: 'POST' });
      await request('/no/such/page');
      await request('/nowhere', { method: 'POST' });
    },
  );
  await expect.poll(grown).toEqual([3, 1, 1, 1, 3, 0, 0]);
});

test('the page cache counts each kind of hit and miss', async () => {
  const kind = (kind: string): Metric => ['board_page_cache_hits_total', { kind }];
  const made: Metric = ['board_page_cache_misses_total', { kind: 'made' }];
  const beside: Metric = ['board_page_cache_misses_total', { kind: 'beside' }];
  const path = '/api/companies?limit=7';
  await expect.poll(async () => sumOf(await board.scrape(), 'board_changes_current')).toBe(1);
  // Use a fake clock, with which the heartbeat of the change listener is never late, even on a busy machine.
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const grown = await growth(
    [
      kind('fresh'),
      kind('not_modified'),
      kind('shared'),
      made,
      requests('GET', '/api/companies', '200'),
    ],
    async () => {
      const first = await request(path);
      await request(path);
      await request(path);
      const etag = first.headers.get('etag') ?? '';
      expect((await request(path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    },
  );
  await expect.poll(grown).toEqual([2, 1, 0, 1, 1]);
  expect(sumOf(await board.scrape(), 'board_page_cache_answers')).toBeGreaterThan(0);
  expect(sumOf(await board.scrape(), 'board_page_cache_bytes')).toBeGreaterThan(100);

  const together = await growth([kind('shared'), made, beside], async () => {
    let arrived = 0;
    const count = () => {
      arrived += 1;
    };
    board.app.server.on('request', count);
    let responses: Promise<unknown> | undefined;
    // The first request waits for the table lock. The others wait for the response to the first.
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`lock table companies in access exclusive mode`);
      responses = Promise.all(Array.from({ length: 5 }, () => request('/api/companies?limit=9')));
      await expect.poll(() => arrived).toBe(5);
    });
    await responses;
    board.app.server.off('request', count);
    await request('/healthz');
  });
  await expect.poll(together).toEqual([4, 1, 1]);
});

test('writes are counted by entity and action, and queries by name', async () => {
  const admin = await createAccount(database.db, { role: 'siteadmin' });
  const authorization = `Bearer ${await tokenFor(database.db, admin.id)}`;
  const company = await createCompany(database.db);
  const headers = { authorization, 'content-type': 'application/json' };
  const job = {
    title: 'Counter',
    type: 'Contract',
    location: 'Porto',
    description: 'You will count.',
    salary: '$200K-$300K',
    applyurl: 'https://example.com/apply',
    company: { id: company.id },
  };
  const grown = await growth(
    [
      ['board_writes_total', { kind: 'job', action: 'create' }],
      ['board_writes_total', { kind: 'job', action: 'delete' }],
      ['board_writes_total'],
      ['board_database_query_duration_seconds_count', { query: 'insert_jobs' }],
      ['board_database_query_failures_total'],
    ],
    async () => {
      const created = await fetch(`${board.origin}/api/jobs`, {
        method: 'POST',
        headers,
        body: JSON.stringify(job),
      });
      expect(created.status).toBe(201);
      const { id } = (await created.json()) as { id: string };
      // A refused request does not count as a write.
      await request('/api/jobs', { method: 'POST', headers, body: '{}' });
      const deleted = await request(`/api/jobs/${id}`, {
        method: 'DELETE',
        headers: { authorization },
      });
      expect(deleted.status).toBe(204);
    },
  );
  await expect.poll(grown).toEqual([1, 1, 2, 1, 0]);
});

test('every endpoint that writes has a metric', () => {
  const unchanging = [
    'POST /api/descriptions/preview',
    'POST /api/admin/pages/preview',
    'POST /api/passkeys/options',
    'POST /api/invitations/read',
    'POST /api/job-renewals/read',
    'POST /api/jobs/read',
  ];
  const changing = Object.keys(endpoints).filter(
    (name) => !name.startsWith('GET ') && !unchanging.includes(name),
  );
  expect(Object.keys(WRITES).sort()).toEqual(changing.sort());
});

test('sign-ins at the embedded provider are counted, including refused ones', async () => {
  const grown = await growth(
    [
      ['board_sign_ins_total', { outcome: 'signed_in' }],
      ['board_sign_ins_total', { outcome: 'refused' }],
    ],
    async () => {
      await signIn(openBrowser(board.app), 'ada@example.com');
      const browser = openBrowser(board.app);
      const page = await openSignInPage(browser);
      expect((await browser.submit(page, { email: 'no address' })).status).toBe(400);
      const headers = { 'x-forwarded-for': '192.0.2.7' };
      expect((await browser.visit(authorizeUrl(), { headers })).status).toBe(403);
    },
  );
  expect(await grown()).toEqual([1, 2]);
});

test('the server counts attempts to send mails by outcome, without email addresses', async () => {
  const catcher = await startMailCatcher();
  const { databaseUrl } = board;
  const settings = { SMTP_URL: catcher.url, MAIL_FROM: 'jobs@board.example', MAIL_RATE: '60000' };
  const sending = await startMeteredBoard({ ...settings, DATABASE_URL: databaseUrl });
  onTestFinished(async () => {
    await sending.close();
    await catcher.close();
  });
  catcher.reactions.push({ at: 'RCPT', code: 550 }, { at: 'RCPT', code: 450 });
  const outbox = createOutbox({
    delivery: 'smtp',
    from: { name: 'Board', address: 'jobs@board.example' },
  });
  const content = { heading: 'A heading', paragraphs: [], reason: 'You asked for it.' };
  const counts = async () => {
    const scrape = await sending.scrape();
    return MAIL_OUTCOMES.map((outcome) => sumOf(scrape, 'board_mail_attempts_total', { outcome }));
  };
  expect(await counts()).toEqual([0, 0, 0, 0, 0]);
  for (const expected of [
    [0, 0, 1, 0, 0],
    [0, 1, 1, 0, 0],
    [1, 1, 1, 0, 0],
  ]) {
    await database.db.transaction((tx) =>
      outbox.queue(tx, { to: 'ada@example.com', subject: 'A subject', content }),
    );
    await expect.poll(counts).toEqual(expected);
  }
  expect(await sending.scrapeText()).not.toContain('example.com');
});

test('the server counts an import in another process, file by file', async () => {
  const posting = {
    id: 'one',
    title: 'Loom Builder',
    employmentType: 'Intern',
    location: 'Lisbon',
    publishedAt: '2026-03-04T05:06:07.890Z',
    descriptionHtml: '<p>Build looms.</p>',
  };
  const good = join(board.dataDir, 'Loom Labs.json');
  const bad = join(board.dataDir, 'Cut Off.json');
  await writeFile(bad, '{"jobs":[{"id":');
  const settings = { DATA_DIR: board.dataDir, DATABASE_URL: board.databaseUrl };
  const jobs = (change: string): Metric => ['board_import_jobs_total', { change }];
  const grown = await growth(
    [
      ['board_import_files_total', { outcome: 'imported' }],
      ['board_import_files_total', { outcome: 'refused' }],
      jobs('added'),
      jobs('updated'),
      jobs('closed'),
    ],
    async () => {
      await writeFile(good, JSON.stringify({ jobs: [posting, { ...posting, id: 'two' }] }));
      expect(await run('import', settings, [good, bad]).ended).toBe(1);
      await writeFile(good, JSON.stringify({ jobs: [{ ...posting, title: 'Loom Maker' }] }));
      expect(await run('import', settings, [good]).ended).toBe(0);
    },
  );
  await expect.poll(grown).toEqual([2, 1, 2, 1, 1]);
});

test('metrics cover the database, the scheduled tasks, the process and the board', async () => {
  const scrape = await board.scrape();
  for (const pool of ['general', 'planned', 'prepared']) {
    expect(sumOf(scrape, 'board_database_connections_limit', { pool })).toBeGreaterThan(0);
    expect(sumOf(scrape, 'board_database_connection_requests_waiting', { pool })).toBe(0);
  }
  expect(sumOf(scrape, 'board_database_given_up')).toBe(0);
  await expect.poll(async () => sumOf(await board.scrape(), 'board_changes_current')).toBe(1);
  await expect
    .poll(async () =>
      sumOf(await board.scrape(), 'board_task_last_success_timestamp_seconds', {
        task: 'dictionary',
      }),
    )
    .toBeGreaterThan(1_700_000_000);
  expect(sumOf(scrape, 'board_task_failures_total')).toBe(0);
  expect(sumOf(scrape, 'nodejs_heap_size_used_bytes')).toBeGreaterThan(1_000_000);
  expect(sumOf(scrape, 'board_build_info', { node: process.version })).toBe(1);
});

test('a scrape reports the number of jobs without waiting for the database', async () => {
  const own = await startMeteredBoard({ DEMO_DATA: 'true' });
  expect(sumOf(await own.scrape(), 'board_jobs')).toBeUndefined();
  await expect.poll(async () => sumOf(await own.scrape(), 'board_jobs')).toBeGreaterThan(50);
  expect(sumOf(await own.scrape(), 'board_accounts')).toBeGreaterThan(0);
  await own.close();
});

test('a failed query is counted in the metrics', async () => {
  const own = await startMeteredBoard();
  const { db, close } = await openDatabaseAt(own.databaseUrl, 'command');
  await db.execute(sql`alter table job_counts rename to elsewhere`);
  expect((await fetch(`${own.origin}/api/jobs`)).status).toBe(500);
  await expect
    .poll(async () => sumOf(await own.scrape(), 'board_database_query_failures_total'))
    .toBeGreaterThan(0);
  await close();
  await own.close();
});

test('clients can neither add series to the metrics nor put text into them', async () => {
  const account = await createAccount(database.db, { email: 'wilma@example.com' });
  const { id } = await createJob(database.db);
  await request(`/api/jobs/${id}`);
  await request(`/api/accounts/${encodeURIComponent(account.id)}`);
  const series = (text: string) => text.split('\n').filter((line) => /^[a-z]/.test(line)).length;
  const hostile = async (seed: number) => {
    for (let n = 0; n < 150; n += 10) {
      const paths = Array.from({ length: 10 }, (_, each) => {
        const odd = `${seed}-${n + each}`;
        return [
          `/${odd}`,
          `/api/jobs/${odd}`,
          `/api/${odd}?${odd}=wilma@example.com`,
          `/jobs?q=${odd}`,
          `/uploads/${odd}.webp`,
          `/previews/${odd}`,
          `/%22%7D%20${odd}`,
          `/assets/${odd}`,
          `/feeds/${odd}`,
          `/companies/${odd}%0aboard_jobs%201`,
        ][each] as string;
      });
      const methods = ['GET', 'PUT', 'PROPFIND', 'QUERY', 'POST'];
      await Promise.all(
        paths.map((path, each) =>
          request(path, { method: methods[(n / 10 + each) % 5] as string }),
        ),
      );
    }
  };
  await hostile(1);
  await expect
    .poll(async () => sumOf(await board.scrape(), 'board_http_requests_in_progress'))
    .toBe(0);
  const before = series(await board.scrapeText());
  await hostile(2);
  await expect
    .poll(async () => sumOf(await board.scrape(), 'board_http_requests_in_progress'))
    .toBe(0);
  const text = await board.scrapeText();
  // The process and its queries may have added a few series in the meantime. The second 150 requests must add none.
  expect(series(text) - before).toBeLessThan(60);
  expect(text).not.toMatch(/wilma|@|\b[12]-\d+/);
  for (const secret of [id, account.id, board.databaseUrl, board.dataDir]) {
    expect(text).not.toContain(secret);
  }
  expect((await board.scrape()).get('board_http_requests_total')?.samples.length).toBeLessThan(300);
});
