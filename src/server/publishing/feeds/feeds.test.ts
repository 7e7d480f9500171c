import { parseAtomFeed, parseJsonFeed } from 'feedsmith';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { refreshDictionary } from '#server/modules/search/dictionary.ts';
import type { JobListItem } from '#shared/contract/job-responses.ts';
import { JOBS_PER_PAGE } from '#shared/page-sizes.ts';
import { feeds } from '#shared/urls/paths.ts';
import { createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { xmlFaults } from './testing/xml-faults.ts';

const board = setUpTestBoard();
const ORIGIN = 'http://localhost:3000';

/** An RFC 3339 time with a capital T and Z, as Atom requires: https://www.rfc-editor.org/rfc/rfc4287#section-3.3 */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const UUID_URN = /^urn:uuid:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

async function ask(url: string, headers: Record<string, string> = {}) {
  const reply = await board.app.inject({ url, headers });
  return { status: reply.statusCode, headers: reply.headers, text: reply.body };
}

/** All Atom feeds that the tests have read. They are validated after the last test. */
const documents: string[] = [];
afterAll(async () => {
  expect(await xmlFaults(documents)).toEqual([]);
});

/** Parses a feed with an independent library and checks the rules of RFC 4287. */
async function readAtom(url: string) {
  const { status, headers, text } = await ask(url);
  expect(status, url).toBe(200);
  expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  documents.push(text);
  const feed = parseAtomFeed(text);
  const { entries = [] } = feed;
  expect(feed.id).toMatch(/^http:\/\/localhost:3000\/jobs\.atom/);
  for (const { title } of [feed, ...entries]) expect(title?.value).toMatch(/\S/);
  for (const { id, published, updated, authors, content, links } of entries) {
    expect(id).toMatch(UUID_URN);
    expect(published).toMatch(MOMENT);
    expect(updated).toMatch(MOMENT);
    expect(authors?.[0]?.name).toMatch(/\S/);
    expect(content).toMatchObject({ type: 'html' });
    expect(links?.filter(({ rel }) => rel === 'alternate')).toHaveLength(1);
  }
  expect(feed.updated).toMatch(MOMENT);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  const linkTo = (rel: string, type?: string) =>
    feed.links?.find((link) => link.rel === rel && (!type || link.type === type))?.href;
  for (const { href } of [...(feed.links ?? []), ...entries.flatMap(({ links = [] }) => links)]) {
    expect(new URL(href ?? '').origin).toBe(ORIGIN);
  }
  return { ...feed, entries, linkTo };
}

/** Parses a JSON Feed. https://www.jsonfeed.org/version/1.1/ */
async function readJsonFeed(url: string) {
  const { status, headers, text } = await ask(url);
  expect(status, url).toBe(200);
  expect(headers['content-type']).toBe('application/feed+json; charset=utf-8');
  const raw = JSON.parse(text);
  expect(raw.version).toBe('https://jsonfeed.org/version/1.1');
  expect(raw.title).toMatch(/\S/);
  expect(raw.feed_url).toBe(`${ORIGIN}${url}`);
  expect(Array.isArray(raw.items)).toBe(true);
  for (const item of raw.items) {
    expect(item.id).toMatch(UUID_URN);
    expect(item.content_html).toEqual(expect.any(String));
    expect(item.date_published).toMatch(MOMENT);
    expect(item.date_modified).toMatch(MOMENT);
    expect(item.url).toMatch(/^http:\/\/localhost:3000\/jobs\//);
  }
  expect(new Set(raw.items.map(({ id }: { id: string }) => id)).size).toBe(raw.items.length);
  const { items = [], ...feed } = parseJsonFeed(text);
  return { ...feed, items };
}

async function listed(query: string): Promise<string[]> {
  const { body } = await board.get(`/api/jobs${query}`);
  return body.results.map(({ id }: JobListItem) => `urn:uuid:${id}`);
}

const pathOf = (address: string | undefined) => address?.replace(ORIGIN, '') ?? '';

describe('a feed', () => {
  test('describes every fact of a job', async () => {
    const company = await createCompany(board.db, { name: 'Loom & Sons' });
    const job = await createJob(board.db, {
      company_id: company.id,
      title: 'Weaver',
      type: 'Contract',
      description: 'Make **cloth**',
      date: new Date('2026-01-02T00:00:00Z'),
      updated_at: new Date('2026-01-03T00:00:00Z'),
    });
    const atom = await readAtom('/jobs.atom');
    expect(atom).toMatchObject({
      id: `${ORIGIN}/jobs.atom`,
      title: { value: 'Jobs · Test Board' },
      updated: '2026-01-03T00:00:00.000Z',
    });
    expect(atom.linkTo('self')).toBe(`${ORIGIN}/jobs.atom`);
    expect(atom.linkTo('first')).toBe(`${ORIGIN}/jobs.atom`);
    expect(atom.linkTo('alternate', 'text/html')).toBe(`${ORIGIN}/jobs`);
    expect(atom.linkTo('alternate', 'application/feed+json')).toBe(`${ORIGIN}/jobs.json`);
    expect(atom.linkTo('next')).toBeUndefined();
    expect(atom.entries).toMatchObject([
      {
        id: `urn:uuid:${job.id}`,
        title: { value: 'Weaver' },
        authors: [{ name: 'Loom & Sons', uri: `${ORIGIN}/companies/${company.id}` }],
        categories: [{ term: 'Contract' }],
        published: '2026-01-02T00:00:00.000Z',
        updated: '2026-01-03T00:00:00.000Z',
        summary: { value: 'Contract · Lisbon · $60K - $70K / Year' },
        content: { type: 'html', value: '<p>Make <strong>cloth</strong></p>' },
        links: [{ rel: 'alternate', href: `${ORIGIN}/jobs/${job.id}` }],
      },
    ]);
    const json = await readJsonFeed('/jobs.json');
    expect(json).toMatchObject({
      title: 'Jobs · Test Board',
      home_page_url: `${ORIGIN}/jobs`,
      items: [
        {
          id: `urn:uuid:${job.id}`,
          url: `${ORIGIN}/jobs/${job.id}`,
          title: 'Weaver',
          content_html: '<p>Make <strong>cloth</strong></p>',
          summary: 'Contract · Lisbon · $60K - $70K / Year',
          date_published: '2026-01-02T00:00:00.000Z',
          date_modified: '2026-01-03T00:00:00.000Z',
          authors: [{ name: 'Loom & Sons', url: `${ORIGIN}/companies/${company.id}` }],
          tags: ['Contract'],
        },
      ],
    });
  });

  test('has the date of a job as its update time if the job was last changed before that date', async () => {
    await createJob(board.db, {
      date: new Date('2026-01-05T00:00:00Z'),
      updated_at: new Date('2026-01-03T00:00:00Z'),
    });
    const { updated, entries } = await readAtom('/jobs.atom');
    expect([updated, entries[0]?.updated]).toEqual(Array(2).fill('2026-01-05T00:00:00.000Z'));
  });

  test('without jobs never changes', async () => {
    const first = await ask('/jobs.atom?q=nothing');
    expect(await readAtom('/jobs.atom?q=nothing')).toMatchObject({
      updated: '1970-01-01T00:00:00.000Z',
      entries: [],
    });
    expect((await ask('/jobs.atom?q=nothing')).text).toBe(first.text);
    expect((await readJsonFeed('/jobs.json?q=nothing')).items).toEqual([]);
  });

  test('contains no closed job', async () => {
    await createJob(board.db, { closed_at: new Date() });
    expect((await readAtom('/jobs.atom')).entries).toEqual([]);
  });
});

describe('the feed of a search', () => {
  let company: string;
  beforeEach(async () => {
    company = (await createCompany(board.db, { name: 'Loom' })).id;
    for (let n = 0; n < 60; n += 1) {
      await createJob(board.db, {
        company_id: company,
        title: n % 2 ? 'Rust Weaver' : 'Spinner of rust',
        type: n % 3 ? 'Remote' : 'Contract',
        location: n % 5 ? 'Berlin' : 'Remote',
        salary: n % 4 ? '$60K - $70K' : '',
        date: new Date(Date.now() - n * 60_000),
      });
    }
    await createJob(board.db, { title: 'Potter' });
  });

  test.each([
    '',
    '?q=rust&type=Remote',
    '?q=weaver',
    '?q=weaver&sort=match',
    '?type=Remote&sort=salary',
    '?type=Contract&company=COMPANY',
    '?location=berlin&remote=no&posted=7',
    '?minsalary=60k&nosalary=true',
    '?type=Contract&orremote=true',
    '?salary=%2460K+-+%2470K',
  ])(
    'the feed of a search contains all jobs of the API in the same order: %s',
    async (template) => {
      const query = template.replace('COMPANY', company);
      const sorted = query.includes('sort') ? query : `${query || '?'}&sort=newest`;
      const expected = await listed(`${sorted}&limit=100`);
      expect(expected.length).toBeGreaterThan(10);
      const inAtom: (string | undefined)[] = [];
      for (let path = `/jobs.atom${query}`; path; ) {
        const feed = await readAtom(path);
        expect(pathOf(feed.id)).toBe(pathOf(feed.linkTo('first')));
        expect(pathOf(feed.linkTo('self'))).toBe(path);
        inAtom.push(...feed.entries.map(({ id }) => id));
        path = pathOf(feed.linkTo('next'));
      }
      expect(inAtom).toEqual(expected);
      const inJson: (string | undefined)[] = [];
      for (let path = `/jobs.json${query}`; path; ) {
        const feed = await readJsonFeed(path);
        inJson.push(...feed.items.map(({ id }) => id));
        path = pathOf(feed.next_url);
      }
      expect(inJson).toEqual(expected);
    },
  );

  test('has a title that describes the search, and a link to the search page', async () => {
    const { title, linkTo } = await readAtom(`/jobs.atom?company=${company}&q=rust`);
    expect(title?.value).toBe('Jobs matching “rust” at Loom · Test Board');
    expect(linkTo('alternate', 'text/html')).toBe(`${ORIGIN}/jobs?q=rust&company=${company}`);
    const none = await readJsonFeed(`/jobs.json?type=Internship&company=${company}`);
    expect(none.title).toBe('Internship jobs at Loom · Test Board');
    const unknown = await readAtom('/jobs.atom?company=nope');
    expect(unknown.title?.value).toBe('Jobs at one company · Test Board');
  });

  test('says that a misspelled word was corrected', async () => {
    await refreshDictionary(board.db);
    const { subtitle, entries } = await readAtom('/jobs.atom?q=weavver');
    expect(subtitle?.value).toBe('Showing results for “weaver” instead of “weavver”.');
    expect(entries).toHaveLength(JOBS_PER_PAGE.default);
  });

  test.each([
    ['an empty parameter', 'q=&type=Contract'],
    ['a value given twice', 'type=Contract&type=Contract'],
    ['an invalid value', 'type=Contract&minsalary=much&posted=2&sort=odd&remote=maybe'],
    ['an unknown parameter', 'type=Contract&utm_source=x'],
  ])(
    'the feed of a search with %s contains the jobs that the page would list',
    async (_, query) => {
      const plain = await readAtom('/jobs.atom?type=Contract');
      const odd = await ask(`/jobs.atom?${query}`);
      expect(odd.status).toBe(200);
      expect(parseAtomFeed(odd.text).entries).toEqual(plain.entries);
      expect(parseAtomFeed(odd.text).id).toBe(plain.id);
    },
  );

  test.each([feeds.jobsAtom(), feeds.jobsJson()])(
    'with a cursor that the board never issued gets a 404: %s',
    async (path) => {
      const page = await ask('/jobs?cursor=nonsense');
      const feed = await ask(`${path}?cursor=nonsense`);
      expect([page.status, feed.status]).toEqual([404, 404]);
      expect(feed.headers['content-type']).toContain('application/problem+json');
    },
  );
});

describe('hostile texts', () => {
  const HOSTILE = 'a ]]> b <script>alert(1)</script> &amp; &apos; \u{1f9f5} "q" \'s\' <!-- é';

  test('a feed reader reads hostile texts exactly as they were written', async () => {
    const company = await createCompany(board.db, { name: HOSTILE });
    await createJob(board.db, {
      company_id: company.id,
      title: HOSTILE,
      location: HOSTILE,
      description: `${HOSTILE} [x](https://x.example/?a=1&b=2)`,
    });
    const path = `/jobs.atom?company=${company.id}`;
    const [entry] = (await readAtom(path)).entries;
    expect(entry?.title?.value).toBe(HOSTILE);
    expect(entry?.authors?.[0]?.name).toBe(HOSTILE);
    expect(entry?.summary?.value).toContain(HOSTILE);
    const { description } = (await board.get('/api/jobs?description=html')).body.results[0];
    expect(entry?.content?.value).toBe(description.trim());
    expect(description).not.toMatch(/<(script|!--)/);
    expect(description).toContain('href="https://x.example/?a=1&amp;b=2"');
    const [item] = (await readJsonFeed('/jobs.json')).items;
    expect(item).toMatchObject({ title: HOSTILE, content_html: description.trim() });
    const { status, text } = await ask(`/jobs.atom?q=${encodeURIComponent(HOSTILE)}`);
    expect(status).toBe(200);
    documents.push(text);
  });

  test('a feed contains no characters that XML forbids', async () => {
    await createJob(board.db, { description: 'One\u0001 two\ufffe three\uffff four\u{10ffff}' });
    const { status, text } = await ask('/jobs.atom?q=%01%EF%BF%BEmaker');
    expect(status).toBe(200);
    documents.push(text);
    const [entry] = (await readAtom('/jobs.atom')).entries;
    expect(entry?.content?.value).toBe('<p>One two three four\u{10ffff}</p>');
  });

  test('in a feed, URLs in a description become absolute or are removed', async () => {
    const description = '[a](/b) ![c](d.png) ![e](https://x.example/f.png) [g](//h.example) <i>';
    await createJob(board.db, { description });
    const [entry] = (await readAtom('/jobs.atom')).entries;
    const html = entry?.content?.value ?? '';
    const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address);
    expect(addresses).toEqual(['https://x.example/f.png']);
    expect(html).not.toContain('<img');
  });
});

describe('a feed over HTTP', () => {
  test.each(['/jobs.atom', '/jobs.json'])(
    'the feed %s answers 304 to a client with the current version',
    async (path) => {
      await createJob(board.db);
      const { headers } = await ask(path);
      const again = await ask(path, { 'if-none-match': String(headers.etag) });
      expect([again.status, again.text]).toEqual([304, '']);
      await createJob(board.db);
      const changed = await ask(path, { 'if-none-match': String(headers.etag) });
      expect(changed.status).toBe(200);
    },
  );

  test('a feed is compressed, and HEAD returns the headers of GET', async () => {
    await createJob(board.db, { description: 'Long '.repeat(500) });
    const get = await ask('/jobs.atom', { 'accept-encoding': 'gzip' });
    expect(get.headers['content-encoding']).toBe('gzip');
    const head = await board.app.inject({ method: 'HEAD', url: '/jobs.atom' });
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe('');
    expect(head.headers.etag).toBe(get.headers.etag);
  });
});
