import { describe, expect, test } from 'vitest';
import { jobs } from '#server/db/schema.ts';
import { refreshDictionary } from '#server/modules/search/dictionary.ts';
import { createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();
const SITE = 'http://localhost:3000';

type Tag = Record<string, string>;

/** The metadata in a page's head, as a crawler reads it. */
async function headOf(url: string, headers: Record<string, string> = {}) {
  const { statusCode, body } = await board.app.inject({ url, headers });
  const head = body.slice(0, body.indexOf('</head>'));
  const tags = [...head.matchAll(/<(meta|link)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>/g)].map(
    ([, name = '', attributes = '']): Tag => ({
      tag: name,
      ...Object.fromEntries(
        [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key, value = '']) => [
          key,
          unescaped(value),
        ]),
      ),
    }),
  );
  const all = (key: string, value: string, read: string) =>
    tags.filter((tag) => tag[key] === value).map((tag) => tag[read]);
  const titles = [...head.matchAll(/<title[^>]*>(.*?)<\/title>/gs)].map(([, text = '']) =>
    unescaped(text),
  );
  return {
    status: statusCode,
    titles,
    canonical: all('rel', 'canonical', 'href'),
    robots: all('name', 'robots', 'content'),
    description: all('name', 'description', 'content'),
    card: all('name', 'twitter:card', 'content'),
    feeds: tags.filter(({ rel, type = '' }) => rel === 'alternate' && /atom|feed/.test(type)),
    oembed: all('type', 'application/json+oembed', 'href'),
    og: (name: string) => all('property', `og:${name}`, 'content'),
  };
}

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

test('a job page has a title, a canonical URL and a preview image', async () => {
  const company = await createCompany(board.db, { name: 'Loom & "Sons"' });
  const { id } = await createJob(board.db, {
    company_id: company.id,
    title: 'Weaver </title><script>alert(1)</script> $& $1',
  });
  const head = await headOf(`/jobs/${id}?utm_source=mail`);
  expect(head.titles).toEqual([
    'Weaver </title><script>alert(1)</script> $& $1 at Loom & "Sons" · Test Board',
  ]);
  expect(head.canonical).toEqual([`${SITE}/jobs/${id}`]);
  expect(head.robots).toEqual([]);
  expect(head.description[0]).toMatch(/^Loom & "Sons": Full-Time · Lisbon · \$60K - \$70K/);
  expect(head.og('type')).toEqual(['article']);
  expect(head.og('title')[0]).toMatch(/^Weaver/);
  expect(head.og('url')).toEqual([`${SITE}/jobs/${id}`]);
  expect(head.og('site_name')).toEqual(['Test Board']);
  const [image = ''] = head.og('image');
  expect(image).toMatch(new RegExp(`^${SITE}/previews/jobs/${id}\\.png\\?v=\\w+$`));
  expect(head.og('image:width')).toEqual(['1200']);
  expect(head.og('image:height')).toEqual(['630']);
  expect(head.card).toEqual(['summary_large_image']);
  const picture = await board.app.inject({ url: image?.replace(SITE, '') ?? '' });
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
  await board.db.update(jobs).set({ title: 'Weaver' });
  expect((await headOf(`/jobs/${id}`)).og('image')).not.toEqual([image]);
  const [oembedUrl = ''] = head.oembed;
  const { statusCode, body } = await board.app.inject({ url: oembedUrl?.replace(SITE, '') ?? '' });
  expect([statusCode, JSON.parse(body).title]).toEqual([200, expect.stringContaining('Weaver')]);
});

test('a company page has a title, a canonical URL, a preview image and feeds of its jobs', async () => {
  const { id } = await createCompany(board.db, { name: 'Loom' });
  const head = await headOf(`/companies/${id}`);
  expect(head.titles).toEqual(['Loom · Test Board']);
  expect(head.description).toEqual(['We make things.']);
  expect(head.og('image')[0]).toContain(`/previews/companies/${id}.png?v=`);
  expect(head.feeds.map(({ href }) => href)).toEqual([
    `${SITE}/jobs.atom?company=${id}`,
    `${SITE}/jobs.json?company=${id}`,
  ]);
});

describe('a search', () => {
  test.each([
    ['/jobs', 'Jobs', '/jobs'],
    ['/jobs?sort=salary', 'Jobs', '/jobs'],
    [
      '/jobs?type=Contract&q=weaver&utm_source=x',
      'Contract jobs matching “weaver”',
      '/jobs?q=weaver&type=Contract',
    ],
    [
      '/jobs?posted=7&location=lisbon&nosalary=true',
      'Jobs in lisbon posted in the last 7 days',
      '/jobs?location=lisbon&nosalary=true',
    ],
    [
      '/jobs?orremote=true&type=Contract&type=Full-Time',
      'Contract or Full-Time jobs or remote jobs with these hours',
      '/jobs?type=Contract&type=Full-Time&orremote=true',
    ],
    ['/jobs?orremote=true', 'Jobs', '/jobs'],
    [
      '/jobs?minsalary=50000&nosalary=true',
      'Jobs paying at least $50,000 or with unknown pay',
      '/jobs?minsalary=50000&nosalary=true',
    ],
  ])('the search %s has the title %s and the canonical URL %s', async (url, title, canonical) => {
    await createJob(board.db, { title: 'Weaver', type: 'Contract' });
    const head = await headOf(url);
    expect(head.titles).toEqual([`${title} · Test Board`]);
    expect(head.canonical).toEqual([`${SITE}${canonical}`]);
    expect(head.robots).toEqual([]);
    expect(head.description[0]).toContain(title);
    const [feed] = head.feeds;
    expect((await board.app.inject({ url: feed?.href?.replace(SITE, '') ?? '' })).statusCode).toBe(
      200,
    );
  });

  test.each(['/jobs', '/jobs?q=nothing', '/jobs?company=nobody'])(
    'the search %s without results is not indexed',
    async (url) => {
      const head = await headOf(url);
      expect(head.status).toBe(200);
      expect(head.robots).toEqual(['noindex']);
      expect(head.canonical).toEqual([]);
    },
  );

  test('with corrected spelling is not indexed', async () => {
    await createJob(board.db, { title: 'Zymurgist' });
    await refreshDictionary(board.db);
    const head = await headOf('/jobs?q=zymurgits');
    expect(head.robots).toEqual(['noindex']);
  });

  test('each later page of the results of a search has its own canonical URL', async () => {
    const { company_id } = await createJob(board.db);
    for (let number = 0; number < 24; number += 1) {
      await createJob(board.db, { company_id, title: `Maker ${number}` });
    }
    const { next } = (await board.get('/api/jobs')).body;
    expect((await headOf(`/jobs?cursor=${next}`)).canonical).toEqual([
      `${SITE}/jobs?cursor=${next}`,
    ]);
    // A cursor from a list in a different order is left out of the canonical URL.
    const other = (await board.get('/api/jobs?sort=salary')).body.next;
    const { canonical } = await headOf(`/jobs?sort=salary&cursor=${other}`);
    expect(canonical).toEqual([`${SITE}/jobs`]);
  });
});

test.each([
  '/account',
  '/jobs/add',
  '/dashboard',
  '/employers?renew=jobs',
  '/employers?sources=all',
  '/admin/inbox',
  '/jobs/edit/1',
  '/companies/add',
  '/companies/edit/1',
  '/nope',
  '/jobs/nope',
])('the page %s is not indexed and has the site’s preview image', async (url) => {
  const head = await headOf(url);
  expect(head.robots).toEqual(['noindex']);
  expect(head.canonical).toEqual([]);
  expect(head.og('image')).toEqual([`${SITE}/previews/board.png`]);
  expect(head.og('title')).toHaveLength(1);
  expect(head.titles).toHaveLength(1);
});

test('a closed job is not indexed', async () => {
  const { id } = await createJob(board.db, { title: 'Weaver', closed_at: new Date() });
  const head = await headOf(`/jobs/${id}`);
  expect(head).toMatchObject({ status: 410, robots: ['noindex'], canonical: [], oembed: [] });
  expect(head.titles).toEqual(['Weaver at Ada & Sons · Test Board']);
});

test('metadata uses the configured host, not the host in the request', async () => {
  await createJob(board.db);
  const head = await headOf('/jobs', { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
  expect(head.canonical).toEqual([`${SITE}/jobs`]);
  expect(head.og('image')).toEqual([`${SITE}/previews/board.png`]);
});
