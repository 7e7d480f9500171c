import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { openUploadStorage } from '#server/content/storage/open-upload-storage.ts';
import { companies, jobs } from '#server/db/schema.ts';
import { ProblemError } from '#server/http/api/problem.ts';
import { storeFacts } from '#server/modules/facts/commands.ts';
import { storeUpload } from '#server/modules/uploads/commands.ts';
import { previews } from '#shared/urls/outside-paths.ts';
import { createCompany, createJob } from '#tests/support/factories.ts';
import { buildTestApp, setUpTestBoard } from '#tests/support/test-app.ts';
import type { DrawPreviewTask } from './preview-card.ts';
import type { PreviewDrawer } from './preview-drawer.ts';
import { colorAt } from './testing/pictures.ts';

const NIL_ID = '00000000-0000-0000-0000-000000000000';

const board = setUpTestBoard();

function fetch(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  return board.app.inject({ method, url, headers });
}

async function pictureAt(url: string): Promise<Buffer> {
  const { statusCode, rawPayload } = await fetch(url);
  expect(statusCode).toBe(200);
  return rawPayload;
}

/** Builds an app that draws previews with `draw` instead of the real drawer. */
async function appWith(draw: (task: DrawPreviewTask) => Promise<Buffer>) {
  const drawer: PreviewDrawer = { draw, close: () => {} };
  return buildTestApp(board, {}, { drawer });
}

describe('a preview', () => {
  test.each(['job', 'company', 'board'] as const)(
    'a preview of a %s is a picture of 1200 × 630 pixels',
    async (of) => {
      const { id, company_id } = await createJob(board.db);
      const url = {
        job: previews.job(id),
        company: previews.company(company_id),
        board: previews.board(),
      };
      const reply = await fetch(url[of], { 'accept-encoding': 'br, gzip' });
      expect(reply.statusCode).toBe(200);
      expect(reply.headers).toMatchObject({
        'content-type': 'image/png',
        'content-length': String(reply.rawPayload.length),
        'cache-control': 'public, max-age=0, must-revalidate',
        'cross-origin-resource-policy': 'cross-origin',
        etag: expect.stringMatching(/^W\/"[\w-]+"$/),
      });
      expect(reply.headers).not.toHaveProperty('content-encoding');
      expect(reply.headers).not.toHaveProperty('set-cookie');
      expect(await sharp(reply.rawPayload).metadata()).toMatchObject({
        format: 'png',
        width: 1_200,
        height: 630,
      });
      expect(reply.rawPayload.length).toBeLessThan(150_000);
    },
  );

  test('HEAD returns only the headers of a preview', async () => {
    const { statusCode, headers, rawPayload } = await fetch(previews.board(), {}, 'HEAD');
    expect(statusCode).toBe(200);
    expect(rawPayload).toHaveLength(0);
    expect(headers['content-type']).toBe('image/png');
    expect(Number(headers['content-length'])).toBeGreaterThan(1_000);
  });

  test('is the same picture at a URL with a version', async () => {
    const { id } = await createJob(board.db);
    expect(previews.job(id, '3')).toBe(`/previews/jobs/${id}.png?v=3`);
    expect(previews.company(id, 'a b')).toBe(`/previews/companies/${id}.png?v=a+b`);
    const pictures = await Promise.all(
      [previews.job(id), previews.job(id, '3'), previews.job(id.toUpperCase())].map(pictureAt),
    );
    expect(pictures[1]?.equals(pictures[0] ?? Buffer.alloc(0))).toBe(true);
    expect(pictures[2]?.equals(pictures[0] ?? Buffer.alloc(0))).toBe(true);
    const { headers } = await fetch(previews.job(id, '3'));
    expect(headers['cache-control']).toBe('public, max-age=86400');
  });

  test.each([
    ['an unknown job', previews.job(NIL_ID)],
    ['an unknown company', previews.company(NIL_ID)],
    ['no id', '/previews/jobs/.png'],
    ['a malformed id', previews.job("' or 1=1 --")],
    ['a malformed company', previews.company('../board')],
    ['an id with a null', '/previews/jobs/a%00.png'],
    ['another kind of file', `/previews/jobs/${NIL_ID}.svg`],
  ])('of %s is not found', async (_name, url) => {
    const { statusCode, headers, body } = await fetch(url);
    expect(statusCode).toBe(404);
    expect(headers['content-type']).toContain('application/problem+json');
    expect(headers).not.toHaveProperty('etag');
    expect(JSON.parse(body).detail).toMatch(/^There is no such (job|preview)\.$/);
  });

  test('the preview of a closed, expired or deleted job is 410 Gone', async () => {
    const { id } = await createJob(board.db);
    await pictureAt(previews.job(id));
    const over = await createJob(board.db, { validthrough: '2026-01-01' });
    await board.db.update(jobs).set({ closed_at: new Date() }).where(eq(jobs.id, id));
    expect((await fetch(previews.job(id))).statusCode).toBe(410);
    expect((await fetch(previews.job(over.id))).statusCode).toBe(410);
    await board.db.delete(jobs).where(eq(jobs.id, id));
    expect((await fetch(previews.job(id))).statusCode).toBe(410);
  });
});

describe('the content of a preview', () => {
  test('a preview shows the title, company, type, salary and location', async () => {
    const tasks: DrawPreviewTask[] = [];
    const app = await appWith(async (task) => {
      tasks.push(task);
      return Buffer.from('png');
    });
    const ask = (url: string) => app.inject({ url });
    const { id: company_id } = await createCompany(board.db, {
      name: 'Loom',
      website: 'https://www.loom.example/about',
      description: 'We **weave** things.',
    });
    const { id } = await createJob(board.db, { company_id, location: '' });
    await ask(previews.job(id));
    const pay = {
      pay_minimum: 60_000,
      pay_maximum: 80_000,
      pay_currency: 'EUR',
      pay_unit: 'year',
    } as const;
    await board.db.update(jobs).set({ salary: '', location: 'Porto', ...pay });
    await storeFacts(board.db, [id]);
    await ask(previews.job(id));
    await ask(previews.company(company_id));
    await ask(previews.board());
    await app.close();
    expect(
      tasks.map(({ card: { heading, byline, paragraph, facts, site } }) => ({
        heading,
        byline,
        paragraph,
        facts: facts.map(({ text }) => text),
        site: site?.name,
      })),
    ).toEqual([
      {
        heading: 'Maker',
        byline: 'Loom',
        paragraph: '',
        facts: ['Full-Time', '$60K - $70K / Year'],
        site: 'Test Board',
      },
      {
        heading: 'Maker',
        byline: 'Loom',
        paragraph: '',
        facts: ['Full-Time', '€60K–€80K / Year', 'Porto'],
        site: 'Test Board',
      },
      {
        heading: 'Loom',
        byline: 'loom.example',
        paragraph: 'We weave things.',
        facts: [],
        site: 'Test Board',
      },
      {
        heading: 'Test Board',
        byline: '',
        paragraph: 'localhost:3000',
        facts: [],
        site: undefined,
      },
    ]);
  });

  test('a preview includes an uploaded logo or a demo logo', async () => {
    const red = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#f00' } })
      .webp()
      .toBuffer();
    const storage = openUploadStorage({ dataDir: board.dataDir });
    const logo = await storeUpload(board.db, storage, red);
    const { id } = await createCompany(board.db, { logo });
    const [r = 0, g = 0] = await colorAt(await pictureAt(previews.company(id)), 120, 100);
    expect({ red: r > 240, green: g < 20 }).toEqual({ red: true, green: true });

    const demo = await createCompany(board.db, { logo: '/demo-logos/lowtide-heat.svg' });
    const [, , blue] = await colorAt(await pictureAt(previews.company(demo.id)), 76, 100);
    expect(blue).toBe(0x54);
  });

  test('a preview has the fallback logo instead of a logo on another site, which is never fetched', async () => {
    const asked: string[] = [];
    const elsewhere = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    const { port } = elsewhere.address() as AddressInfo;
    const { id } = await createCompany(board.db);
    const marked = await pictureAt(previews.company(id));
    for (const logo of [
      `http://127.0.0.1:${port}/logo.png`,
      '/uploads/../../etc/passwd',
      `/uploads/${'0'.repeat(64)}.webp`,
      '/demo-logos/none.svg',
      '/demo-logos/../main.js',
    ]) {
      await board.db.update(companies).set({ logo }).where(eq(companies.id, id));
      expect((await pictureAt(previews.company(id))).equals(marked)).toBe(true);
    }
    elsewhere.close();
    expect(asked).toEqual([]);
  });
});

describe('a cached preview', () => {
  test('is drawn again only after its content changes', async () => {
    let drawn = 0;
    const app = await appWith(async () => {
      drawn += 1;
      return Buffer.from(`png ${drawn}`);
    });
    const { id } = await createJob(board.db);
    const ask = (tag?: string) =>
      app.inject({ url: previews.job(id), headers: { ...(tag && { 'if-none-match': tag }) } });
    const [first] = await Promise.all([ask(), ask(), ask()]);
    const tag = String(first?.headers.etag);
    for (const known of [tag, tag.replace('W/', ''), `"other", ${tag}`, '*']) {
      const { statusCode, headers, rawPayload } = await ask(known);
      expect({ statusCode, length: rawPayload.length }).toEqual({ statusCode: 304, length: 0 });
      expect(headers).toMatchObject({
        etag: tag,
        'cache-control': 'public, max-age=0, must-revalidate',
      });
    }
    expect(drawn).toBe(1);

    await board.db.update(jobs).set({ description: 'Nobody sees this there.' });
    expect((await ask(tag)).statusCode).toBe(304);
    await board.db.update(jobs).set({ title: 'Senior Maker' }).where(eq(jobs.id, id));
    const second = await ask(tag);
    expect(second).toMatchObject({ statusCode: 200, body: 'png 2' });
    await board.db.update(companies).set({ logo: 'https://ada.example/new.png' });
    expect((await ask(String(second.headers.etag))).body).toBe('png 3');
    await app.close();
  });

  test('a conditional request for a preview is answered without drawing it', async () => {
    const { id } = await createJob(board.db);
    const tag = String((await fetch(previews.job(id))).headers.etag);
    const app = await appWith(async () => {
      throw new Error('nothing is to be drawn');
    });
    const reply = await app.inject({ url: previews.job(id), headers: { 'if-none-match': tag } });
    expect(reply.statusCode).toBe(304);
    await app.close();
  });

  test('the previews of jobs with different titles differ', async () => {
    const { id } = await createJob(board.db);
    const before = await pictureAt(previews.job(id));
    await board.db.update(jobs).set({ title: 'Baker' }).where(eq(jobs.id, id));
    expect((await pictureAt(previews.job(id))).equals(before)).toBe(false);
  });
});

test.each([
  [
    'the drawer is too busy',
    503,
    new ProblemError(503, 'Busy.', { headers: { 'retry-after': '5' } }),
  ],
  ['drawing fails', 500, new Error('no paint')],
])('a cache must not store the response if %s', async (_name, status, error) => {
  const app = await appWith(async () => {
    throw error;
  });
  const { statusCode, headers } = await app.inject({ url: previews.board() });
  expect(statusCode).toBe(status);
  expect(headers['content-type']).toContain('application/problem+json');
  expect(headers['retry-after']).toBe(status === 503 ? '5' : undefined);
  expect(headers).not.toHaveProperty('etag');
  expect(headers['cache-control'] ?? '').not.toContain('public');
  await app.close();
});
