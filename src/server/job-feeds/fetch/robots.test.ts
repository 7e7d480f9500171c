import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';
import { type FeedAnswer, type FeedServer, startFeedServer } from '../testing/feed-server.ts';
import { htmlPage, redirect } from '../testing/feed-server-faults.ts';
import { createFetchClient, type FetchClient } from './fetch-client.ts';
import type { Rest } from './host-turn.ts';
import { parseRobots } from './robots.ts';
import { userAgentOf } from './user-agent.ts';

const HOST = 'careers.example';
const ROBOTS = `https://${HOST}/robots.txt`;
const PAGE = `https://${HOST}/jobs/baker`;

let server: FeedServer;
let rests: (Rest | undefined)[];
const clients: FetchClient[] = [];

beforeAll(async () => {
  server = await startFeedServer();
});

beforeEach(async () => {
  server.requests.length = 0;
  rests = [];
  server.answer(PAGE, htmlPage());
  for (const client of clients.splice(0)) await client.close();
});

afterAll(() => server.close());

function createClient(robots: FeedAnswer, options: { obeysRobots?: boolean } = {}): FetchClient {
  server.answer(ROBOTS, robots);
  const client = createFetchClient({
    hosts: [HOST],
    userAgent: userAgentOf('https://board.example'),
    ...server.clientOptions(),
    obeysRobots: true,
    takeTurn: async () => ({
      async end(rest) {
        rests.push(rest);
      },
    }),
    ...options,
  });
  clients.push(client);
  return client;
}

const asked = () => server.requests.map(({ url }) => url);

test('the robots.txt of a site is read once and obeyed', async () => {
  const client = createClient({ text: 'User-agent: *\nDisallow: /internal\n' });
  await (await client.get(PAGE)).text();
  await (await client.get(PAGE)).text();
  expect(asked()).toEqual([ROBOTS, PAGE, PAGE]);
  await expect(client.get(`https://${HOST}/internal/jobs`)).rejects.toMatchObject({
    failure: 'refused',
    message: 'The robots.txt of careers.example forbids /internal/jobs.',
  });
  expect(asked()).toHaveLength(3);
});

test('the rules for this board’s user agent have priority over the rules for all', async () => {
  const client = createClient({
    text: 'User-agent: ComposableJobs\nDisallow: /jobs\n\nUser-agent: *\nAllow: /\n',
  });
  await expect(client.get(PAGE)).rejects.toMatchObject({ failure: 'refused' });
});

test('the target of a redirect is checked by its robots.txt, too', async () => {
  const client = createClient({ text: 'User-agent: *\nDisallow: /internal\n' });
  server.answer(PAGE, redirect('/internal/baker'));
  await expect(client.get(PAGE)).rejects.toMatchObject({ failure: 'refused' });
  expect(asked()).toEqual([ROBOTS, PAGE]);
});

test.each([400, 401, 403, 404, 410])(
  'a site whose robots.txt answers %d allows everything',
  async (status) => {
    const client = createClient({ status });
    expect((await client.get(PAGE)).url).toBe(PAGE);
  },
);

test('a site whose robots.txt is an HTML page allows everything', async () => {
  expect((await createClient(htmlPage()).get(PAGE)).url).toBe(PAGE);
});

test.each([
  [{ status: 500 }, 'failing'],
  [{ status: 429 }, 'busy'],
  [redirect('https://other.example/robots.txt'), 'redirect'],
  [redirect('/robots.txt'), 'redirect'],
])('a site is not read while its robots.txt cannot be read: %j', async (answer, failure) => {
  const client = createClient(answer);
  for (let count = 0; count < 2; count++) {
    await expect(client.get(PAGE)).rejects.toMatchObject({
      failure,
      message: expect.stringMatching(/^The robots\.txt of careers\.example cannot be read\./),
    });
  }
  expect(asked()).not.toContain(PAGE);
  // The outcome is stored, too.
  expect(asked().length).toBeLessThanOrEqual(6);
});

test('a crawl delay that the site asks for is obeyed, up to 30 seconds', async () => {
  for (const [stated, expected] of [
    ['10', 10_000],
    ['0.5', 500],
    ['86400', 30_000],
    ['-1', undefined],
    ['soon', undefined],
  ] as const) {
    rests = [];
    const client = createClient({ text: `User-agent: *\nCrawl-delay: ${stated}\n` });
    await (await client.get(PAGE)).text();
    expect(rests.at(-1)?.interval).toBe(expected);
  }
});

test('APIs are read regardless of robots.txt', async () => {
  const client = createClient({ text: 'User-agent: *\nDisallow: /\n' }, { obeysRobots: false });
  expect((await client.get(PAGE)).url).toBe(PAGE);
  expect(asked()).toEqual([PAGE]);
});

test('a robots.txt is read only up to 500 KiB, and the rules up to there are obeyed', async () => {
  const filler = '# Nothing to see here\n'.repeat(50_000);
  const client = createClient({
    text: `User-agent: *\nDisallow: /internal\n${filler}Disallow: /jobs\n`,
  });
  expect((await client.get(PAGE)).url).toBe(PAGE);
  await expect(client.get(`https://${HOST}/internal`)).rejects.toMatchObject({
    failure: 'refused',
  });
});

test('rules and URLs whose matching would take long are refused', () => {
  const rule = `Disallow: /*${'a*'.repeat(400)}b\n`;
  const url = new URL(ROBOTS);
  const parse = (rules: string) => parseRobots(url, `User-agent: *\n${rules}`, 'ComposableJobs');
  expect(() => parse(rule.repeat(600))).toThrow('too many rules');
  const robots = parse(rule.repeat(60));
  const start = performance.now();
  robots.check(new URL(`/${'a'.repeat(990)}`, url));
  expect(performance.now() - start).toBeLessThan(5000);
  expect(() => robots.check(new URL(`/${'a'.repeat(1000)}`, url))).toThrow('too long');
  // Plain rules are fast.
  parse('Disallow: /private\n'.repeat(20_000)).check(new URL(PAGE));
});

test.each([
  ['words', 'allow'.repeat(100_000)],
  ['agents and comments', `${'User-agent: a\n#:\n'.repeat(30_000)}${'allow:/\n'.repeat(60_000)}`],
  ['agents and rules', 'User-agent: a\n'.repeat(18_000) + 'Disallow: /jobs\n'.repeat(15_000)],
])('a robots.txt of very many %s is read in proportion to its length', async (_, text) => {
  const cost = await cpuTimeOf(() =>
    parseRobots(new URL(ROBOTS), text, 'ComposableJobs').check(new URL(PAGE)),
  );
  expect(cost).toBeLessThan(5_000);
});

test('a group of many agents applies to the board, and another group does not', () => {
  const text = `${'User-agent: other\n'.repeat(3)}User-agent: ComposableJobs/2 # us
User-agent: *\nDisallow: /internal\n\nUser-agent: other\nUser-agent: third\nDisallow: /jobs\n`;
  const robots = parseRobots(new URL(ROBOTS), text, 'ComposableJobs/1.0');
  expect(() => robots.check(new URL('/internal', ROBOTS))).toThrow('forbids /internal');
  robots.check(new URL(PAGE));
});
