import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JobListItem } from '#shared/contract/job-responses.ts';
import { embeds } from '#shared/urls/outside-paths.ts';
import { createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();
const ORIGIN = 'http://localhost:3000';

/** The maximum size of everything that a browser loads for an embedded list, uncompressed (bytes). */
const LARGEST = 15_000;

async function ask(url: string) {
  const { statusCode, headers, body } = await board.app.inject({ url });
  return { status: statusCode, headers, html: body };
}

const linksOf = (html: string) =>
  [...html.matchAll(/<a href="([^"]*)"/g)].map(([, address = '']) => decode(address));

function decode(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
}

describe('an embedded list', () => {
  test('shows the key facts of each job with a link to its page', async () => {
    const { id: company_id } = await createCompany(board.db, { name: 'Loom' });
    const job = await createJob(board.db, {
      company_id,
      title: 'Weaver',
      type: 'Contract',
      date: new Date('2026-01-02T00:00:00Z'),
    });
    const { status, headers, html } = await ask('/embed/jobs');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<title>Jobs · Test Board</title>');
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(html).toContain('<base target="_blank">');
    for (const text of ['Weaver', 'Loom', 'Lisbon', 'Contract', '$60K - $70K', '2 Jan 2026']) {
      expect(html).toContain(text);
    }
    expect(html).toContain('1 job<');
    expect(linksOf(html)).toEqual([`${ORIGIN}/jobs/${job.id}`, `${ORIGIN}/jobs`]);
    expect(html.match(/<a [^>]*>/g)?.every((link) => link.includes('rel="noopener"'))).toBe(true);
  });

  test('without jobs says that no job matches', async () => {
    const { status, html } = await ask('/embed/jobs?q=nothing');
    expect(status).toBe(200);
    expect(html).toContain('No matching jobs');
    expect(html).not.toContain('<ul>');
    expect(linksOf(html)).toEqual([`${ORIGIN}/jobs?q=nothing`]);
  });

  test.each([
    ['', undefined],
    ['?theme=dark', 'dark'],
    ['?theme=light', 'light'],
    ['?theme=%22onload=', undefined],
    ['?theme=', undefined],
  ])('an embedded list with the parameters "%s" has the theme %s', async (query, theme) => {
    const { html } = await ask(`/embed/jobs${query}`);
    expect(/<html [^>]*>/.exec(html)?.[0]).toBe(
      theme ? `<html lang="en" data-theme="${theme}">` : '<html lang="en">',
    );
    expect(html).toContain(`<meta name="color-scheme" content="${theme ?? 'light dark'}">`);
  });

  test.each([
    ['', 8],
    ['?limit=1', 1],
    ['?limit=24', 24],
    ['?limit=25', 8],
    ['?limit=0', 8],
    ['?limit=-1', 8],
    ['?limit=1e1', 8],
    ['?limit=', 8],
    ['?limit=3&limit=4', 3],
  ])('an embedded list with the parameters "%s" shows %s jobs', async (query, count) => {
    const { id: company_id } = await createCompany(board.db);
    for (let n = 0; n < 30; n += 1) await createJob(board.db, { company_id });
    const { html } = await ask(`/embed/jobs${query}`);
    expect(html.match(/<li>/g)).toHaveLength(count);
    expect(html).toContain('30 jobs');
  });

  test('stays small with its style sheet and long texts', async () => {
    const { id: company_id } = await createCompany(board.db, {
      name: 'Weavers of Berlin '.repeat(5),
    });
    const title = 'Senior Weaver of Cloth and Spinner of Yarn '.repeat(4);
    for (let n = 0; n < 10; n += 1) {
      await createJob(board.db, { company_id, title, location: 'Berlin, Lisbon '.repeat(6) });
    }
    const { html } = await ask('/embed/jobs?theme=dark');
    const [, sheet = '', ...more] = /<link rel="stylesheet" href="([^"]*)">/.exec(html) ?? [];
    expect(more).toEqual([]);
    const style = await board.app.inject({ url: sheet });
    expect(style.statusCode).toBe(200);
    expect(style.headers['content-type']).toContain('text/css');
    expect(Buffer.byteLength(html) + style.rawPayload.length).toBeLessThan(LARGEST);
    expect(html).not.toMatch(/<(script|img|iframe|style)|\sstyle=|\son\w+=/i);
    expect(style.body).not.toMatch(/url\(|@import/);
  });

  test('has the colors of the board', async () => {
    const sheets = join(import.meta.dirname, '../../../web');
    const [own, board] = await Promise.all(
      ['public/static/embed.css', 'styles/theme.css'].map((file) =>
        readFile(join(sheets, file), 'utf8'),
      ),
    );
    const colors = [...(own ?? '').matchAll(/--(?:color-)?(\w+): (light-dark\(.*\));/g)];
    expect(colors.length).toBeGreaterThan(4);
    for (const [, name, value] of colors) expect(board).toContain(`--color-${name}: ${value};`);
  });
});

describe('the search of an embedded list', () => {
  test.each([
    'q=weaver',
    'type=Remote',
    'location=berlin&remote=no',
    'salary=%24200K-%24300K',
    'minsalary=100000&nosalary=true',
    'posted=7',
    'sort=salary',
    'q=weaver&sort=newest',
    'company=COMPANY',
    'q=weaver&type=Remote',
    'q=&type=Remote&minsalary=much&type=Contract&theme=dark&utm_source=x',
  ])(
    'an embedded list has the same jobs as the page with the same search: %s',
    async (template) => {
      const { id } = await createCompany(board.db, { name: 'Loom' });
      const old = new Date('2020-01-01T00:00:00Z');
      const company_id = id;
      await createJob(board.db, {
        title: 'Weaver',
        type: 'Remote',
        location: 'Berlin',
        company_id,
      });
      await createJob(board.db, { title: 'Potter', salary: '$200K-$300K', location: 'Berlin' });
      await createJob(board.db, { title: 'Weaver of baskets', salary: '', date: old, company_id });
      const query = template.replace('COMPANY', id);
      const { html } = await ask(`/embed/jobs?${query}`);
      const search = new URLSearchParams(query);
      const known = [...search].filter(
        ([name, value], index) =>
          value &&
          !['theme', 'utm_source'].includes(name) &&
          value !== 'much' &&
          [...search.keys()].indexOf(name) === index,
      );
      const asked = query.startsWith('q=&')
        ? 'type=Remote&type=Contract'
        : String(new URLSearchParams(known));
      const { body } = await board.get(`/api/jobs?${asked}&description=summary`);
      expect(body.results.length).toBeGreaterThan(0);
      expect(linksOf(html).slice(0, -1)).toEqual(
        body.results.map((job: JobListItem) => `${ORIGIN}/jobs/${job.id}`),
      );
      const all = new URL(linksOf(html).at(-1) ?? '');
      expect(all.pathname).toBe('/jobs');
      expect([...all.searchParams].sort()).toEqual([...new URLSearchParams(asked)].sort());
    },
  );

  test('appears in its heading', async () => {
    const { id: company_id } = await createCompany(board.db, { name: 'Loom & Sons' });
    await createJob(board.db, { company_id });
    const { html } = await ask(embeds.jobs({ company: company_id, type: 'Full-Time', limit: 2 }));
    expect(decode(html)).toContain('<h1 dir="auto">Full-Time jobs at Loom & Sons</h1>');
  });
});

test('hostile text in an embedded list is escaped', async () => {
  const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)> &amp; ‮ \u{1f9f5}`;
  const { id: company_id } = await createCompany(board.db, { name: hostile });
  await createJob(board.db, { company_id, title: hostile, location: hostile });
  for (const query of [
    '',
    `?q=${encodeURIComponent(hostile)}&type=${encodeURIComponent(hostile)}`,
  ]) {
    const { status, html } = await ask(`/embed/jobs${query}`);
    expect(status).toBe(200);
    expect(html).not.toMatch(/<(script|img)/);
    expect(decode(html)).toContain(hostile);
  }
  const { html } = await ask('/embed/jobs');
  expect(html).toMatch(/<h2 dir="auto">/);
  expect(html.match(/<bdi>/g)?.length).toBeGreaterThan(1);
});

describe('a frame', () => {
  test('on any site may contain an embedded list', async () => {
    const { headers } = await ask('/embed/jobs');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none';object-src 'none';base-uri 'none';form-action 'none';frame-ancestors *;style-src 'self'",
    );
    expect(headers).not.toHaveProperty('x-frame-options');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect(headers['cross-origin-embedder-policy']).toBe('require-corp');
    expect(headers['x-content-type-options']).toBe('nosniff');
    const style = await ask('/static/embed.css');
    expect(style.headers['cross-origin-resource-policy']).toBe('cross-origin');
  });

  test.each([
    ...['/', '/jobs', '/companies', '/account', '/nowhere', '/embed', '/embed/jobs/', '/embed/x'],
    ...['/jobs.atom', '/sitemap.xml', '/robots.txt', '/oembed', '/api/jobs', '/static/icon.svg'],
  ])('a frame must not contain %s', async (path) => {
    const { headers } = await ask(path);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
  });
});
