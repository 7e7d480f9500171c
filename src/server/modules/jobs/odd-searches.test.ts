import { beforeEach, describe, expect, test } from 'vitest';
import { JOB_ORDERS } from '#shared/domain/job-search.ts';
import { SEARCH_LENGTH } from '#shared/limits.ts';
import { JOB_SEARCH_PARAMETERS } from '#shared/urls/paths.ts';
import { repetitions, seedOr } from '#tests/support/deep-run.ts';
import { createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { refreshDictionary } from '../search/dictionary.ts';
import { encodeOddly, LETTERS, oddText, SYNTAX } from '../search/testing/odd-texts.ts';
import { type Random, seedRandom } from '../search/testing/random.ts';

const board = setUpTestBoard();

/** The number of concurrent searches. */
const AT_ONCE = 8;

/** The time limit for one response (ms). */
const PATIENCE = 5_000;

const PARAMETERS = [
  ...['q', 'q', 'q', 'q', 'location', 'location', 'name', 'name', 'minsalary', 'cursor', 'cursor'],
  ...JOB_SEARCH_PARAMETERS,
  ...['limit', 'description', 'counts'],
];

const LISTS = ['', '/counts', '/companies', '/places', '/alternatives'].map(
  (path) => `/api/jobs${path}`,
);

const MOMENTS = ['2026-01-01', '9999-12-31', '0001-01-01'].map((day) => `${day}T00:00:00.000Z`);
const RANKS = ['', '0 ', '4 ', '5 ', '-1 ', '60000 ', '1000000000 ', '-0 ', '1e1 '];
const IDS = ['00000000-0000-0000-0000-000000000000', '01a1fd83-b3db-74b2-91d2-4ce3782cb5f6', 'no'];

/** Valid cursors for each order. */
let cursors: string[];

beforeEach(async () => {
  const { db } = board;
  const company_id = (await createCompany(db, { name: 'Ada & Søns <Rust>' })).id;
  for (let n = 0; n < 20; n += 1) {
    await createJob(db, {
      company_id,
      title: `Rust ${LETTERS[n]} Engineer ${SYNTAX[n]}`,
      location: `${LETTERS[n + 20]}; Lisbon`,
      description: `Kubernetes ${[...SYNTAX, ...LETTERS].join(' ')}`,
    });
  }
  await refreshDictionary(db);
  const orders = ['', 'q=rust', 'sort=salary'];
  cursors = await Promise.all(
    orders.map(async (order) => (await board.get(`/api/jobs?limit=3&${order}`)).body.next),
  );
});

/** Makes the URL parameters of a search in which one or two values are replaced by odd texts. */
function oddQuery(random: Random): string {
  const pairs = random.some(2, () => {
    const name = random.pick(PARAMETERS);
    return name === 'cursor' && random.chance(0.8)
      ? [name, oddCursor(random)]
      : [name, encodeOddly(oddText(random), random)];
  });
  if (random.chance(0.3)) pairs.push(['sort', random.pick(JOB_ORDERS)]);
  if (random.chance(0.3)) pairs.push(['description', 'summary']);
  if (random.chance(0.2)) pairs.push(['q', 'rust']);
  return pairs.map((pair) => pair.join('=')).join('&');
}

function oddCursor(random: Random): string {
  const real = random.pick(cursors);
  const at = random.below(real.length);
  const rank = random.pick([...RANKS, oddText(random)]);
  const key = rank + random.pick(MOMENTS);
  const id = random.pick([...IDS, oddText(random)]);
  const made: unknown = random.pick<unknown>([
    [key, id],
    [key, id],
    [key, id, 1],
    [1],
    [[key], id],
    null,
  ]);
  return random.pick([
    real,
    real.slice(0, at) + random.pick(['', 'A', '_', '%00']) + real.slice(at + 1),
    Buffer.from(JSON.stringify(made)).toString('base64url'),
  ]);
}

/** Requests each URL. Returns those with an unexpected response. */
async function askAll(addresses: string[], answers: number[]): Promise<string[]> {
  const wrong: string[] = [];
  const slow: string[] = [];
  const rest = addresses.values();
  async function ask(url: string) {
    const start = performance.now();
    const { statusCode } = await board.app.inject({ url });
    return { statusCode, isSlow: performance.now() - start > PATIENCE };
  }
  async function askRest() {
    for (const url of rest) {
      const { statusCode, isSlow } = await ask(url);
      if (!answers.includes(statusCode)) wrong.push(`${statusCode}: ${url}`);
      if (isSlow) slow.push(url);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askRest));
  // Measure each slow response again without concurrent requests, because it may have waited for others.
  for (const url of slow) if ((await ask(url)).isSlow) wrong.push(`slow: ${url}`);
  return wrong;
}

describe('odd searches', () => {
  test.each(['x', '윯', '㍿', '㌖', 'ﷺ'])(
    'searches accept a very long word: %s',
    async (letter) => {
      for (const length of [100, 227, 300, SEARCH_LENGTH]) {
        const word = encodeURIComponent(letter.repeat(length));
        for (const list of LISTS) {
          for (const name of ['q', 'location', 'name']) {
            expect((await board.get(`${list}?${name}=${word}`)).status, `${name} ${length}`).toBe(
              200,
            );
          }
        }
      }
    },
  );

  test('get a response or a refusal from the API, each within five seconds', async () => {
    const random = seedRandom(seedOr(7_206_013));
    const addresses = Array.from(
      { length: repetitions(100, 4_000) },
      () => `${random.pick(['/api/jobs', ...LISTS])}?${oddQuery(random)}`,
    );
    expect(await askAll(addresses, [200, 400])).toEqual([]);
  });

  test('get a page, a redirect or a refusal from the website, each within five seconds', async () => {
    const random = seedRandom(seedOr(2_026));
    const addresses = Array.from(
      { length: repetitions(20, 500) },
      () => `/jobs?${oddQuery(random)}`,
    );
    // A URL with the empty fields of a form redirects to a shorter one (302). A page with an invalid cursor is not
    // found (404).
    expect(await askAll(addresses, [200, 302, 400, 404])).toEqual([]);
  });
});
