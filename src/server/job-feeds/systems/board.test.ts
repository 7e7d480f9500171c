import { describe, expect, test } from 'vitest';
import { createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import type { FeedClient } from '../fetch/fetch-client.ts';
import { FetchError } from '../fetch/fetch-error.ts';
import { board as system } from './board.ts';
import type { FeedAddress } from './system.ts';
import { readFeed } from './testing/read-feed.ts';

const other = setUpTestBoard();

/** A client that reads from the production app of a different board. */
const client: FeedClient = {
  async get(url) {
    const { pathname, search } = new URL(url);
    const response = await other.app.inject({ url: `${pathname}${search}` });
    if (response.statusCode !== 200) throw new FetchError('missing', `${response.statusCode}`);
    return {
      url,
      contentType: String(response.headers['content-type']),
      body: (async function* () {
        yield response.rawPayload;
      })(),
      text: async () => response.body,
      json: async () => response.json(),
    };
  },
};

async function read(address: FeedAddress) {
  const list = system.list(address, client);
  const items = [];
  let next = await list.next();
  for (; !next.done; next = await list.next()) items.push(...next.value);
  const details = await Promise.all(
    items.map(async (item) => system.detail?.(address, item, client)),
  );
  return { ...next.value, jobs: details.map((data) => system.toJob(data, address)) };
}

describe('a Composable Jobs board', () => {
  test('a job of another board has the facts that it has there', async () => {
    const { id: company_id } = await createCompany(other.db, { name: 'Acme Looms' });
    const { id } = await createJob(other.db, {
      company_id,
      title: 'Weaver',
      type: 'Contract',
      employment: 'temporary',
      workplace: 'hybrid',
      location: 'Ulm, Germany',
      more_places: 'Bonn; Köln',
      description: 'You will **weave**.',
      salary: '',
      pay_minimum: 20,
      pay_maximum: 30,
      pay_currency: 'EUR',
      pay_unit: 'hour',
      applyemail: 'jobs@ada.example',
      validthrough: '2099-08-28',
      date: new Date('2026-03-04T05:06:07Z'),
    });
    await createJob(other.db);
    const tenant = `https://other.example/api/jobs?company=${company_id}`;
    expect(await read({ tenant })).toEqual({
      isComplete: true,
      company: 'Acme Looms',
      jobs: [
        {
          sourceId: id,
          title: 'Weaver',
          type: 'Contract',
          employment: 'temporary',
          workplace: 'hybrid',
          location: 'Ulm, Germany; Bonn; Köln',
          more_places: null,
          addresses: null,
          description: 'You will **weave**.',
          salary: '',
          pay: { minimum: 20, maximum: 30, currency: 'EUR', unit: 'hour' },
          applyurl: 'https://ada.example/apply',
          applyemail: 'jobs@ada.example',
          date: new Date('2026-03-04T05:06:07Z'),
          validthrough: '2099-08-28',
        },
      ],
    });
  });

  test('a job of another board has only the bound of pay that it has there', async () => {
    const paid = { pay_minimum: 52_000, pay_currency: 'USD', pay_unit: 'year' } as const;
    await createJob(other.db, { ...paid, salary: '' });
    const { jobs } = await read({ tenant: 'https://other.example/api/jobs' });
    const pay = { minimum: 52_000, maximum: null, currency: 'USD', unit: 'year' };
    expect(jobs).toMatchObject([{ salary: '$50K - $60K', pay }]);
  });

  test('all pages of another board’s list are read', async () => {
    const { id: company_id } = await createCompany(other.db);
    for (let n = 0; n < 120; n += 1)
      await createJob(other.db, { company_id, title: `Weaver ${n}` });
    const { jobs, isComplete } = await read({ tenant: 'https://other.example/api/jobs' });
    expect([jobs.length, isComplete]).toEqual([120, true]);
    expect((await other.get('/api/jobs')).body.total).toBe(120);
  });

  test('a job of another board has only the stated facts, and links to its page there if it has no apply URL', async () => {
    const { id } = await createJob(other.db, {
      applyurl: '',
      salary: '$60K - $70K',
      location: 'Remote',
    });
    const { jobs } = await read({ tenant: 'https://other.example/api/jobs' });
    expect(jobs).toMatchObject([
      {
        employment: null,
        workplace: null,
        pay: null,
        salary: '$60K - $70K',
        applyurl: `https://other.example/jobs/${id}`,
      },
    ]);
  });
});

describe('a loop', () => {
  const settings = { publicUrl: 'https://own.example' };

  test('a source that is this board itself is refused', async () => {
    const reading = read({ tenant: 'https://own.example/api/jobs', settings });
    await expect(reading).rejects.toThrow('it is this board itself');
  });

  test('a job that another board has copied from this board is left out', async () => {
    await createJob(other.db, { applyurl: 'https://own.example/job/1' });
    const { jobs } = await read({ tenant: 'https://other.example/api/jobs', settings });
    expect(jobs).toEqual([{ reason: 'it comes from this board' }]);
  });
});

test('the API of other software is refused', async () => {
  const tenant = 'https://other.example/api/jobs';
  const read = (body: unknown) => readFeed(system, tenant, () => JSON.stringify(body));
  await expect(read({ jobs: [] })).rejects.toThrow('it is not a board of this software');
  await expect(read({ results: [{ id: 1 }], next: null })).rejects.toThrow(
    'its format has changed',
  );
});
