import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { job_facts } from '#server/db/fact-tables.ts';
import { audit_events, jobs } from '#server/db/schema.ts';
import { readMissingFacts } from '#server/modules/facts/commands.ts';
import { expectIndexMatchesJobs } from '#server/modules/search/testing/search-index.ts';
import { createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();

type Values = Parameters<typeof createJob>[1];
const post = (title: string, values: Values) => createJob(board.db, { title, ...values });

async function find(parameters: Record<string, string>): Promise<string[]> {
  const { status, body } = await board.get(`/api/jobs?${new URLSearchParams(parameters)}`);
  expect(status).toBe(200);
  expect(body.total).toBe(body.results.length);
  return body.results.map(({ title }: { title: string }) => title).sort();
}

/** The jobs at a place, without remote jobs elsewhere that are open to it. */
const findThere = (parameters: Record<string, string>) => find({ ...parameters, remote: 'no' });

async function postCities() {
  await post('Berlin', { location: 'Berlin' });
  await post('Munich', { location: 'München, Germany' });
  await post('Bonn', { location: 'Bonn' });
  await post('Cologne', { location: 'Köln' });
  await post('London', { location: 'London, UK' });
  await post('Austin', { location: 'Austin, TX' });
  await post('Remote', { location: 'Remote (EMEA)', type: 'Remote' });
}

describe('a search for a location', () => {
  test.each([
    ['germany', ['Berlin', 'Bonn', 'Cologne', 'Munich']],
    ['Deutschland', ['Berlin', 'Bonn', 'Cologne', 'Munich']],
    ['Allemagne', ['Berlin', 'Bonn', 'Cologne', 'Munich']],
    ['DE', ['Berlin', 'Bonn', 'Cologne', 'Munich']],
    ['de', ['Berlin', 'Bonn', 'Cologne', 'Munich']],
    ['uk', ['London']],
    ['DE or GB', ['Berlin', 'Bonn', 'Cologne', 'London', 'Munich']],
    ['de, gb', ['Berlin', 'Bonn', 'Cologne', 'London', 'Munich']],
    ['TX, US', ['Austin']],
    ['bavaria', ['Munich']],
    ['Bayern', ['Munich']],
    ['munich', ['Munich']],
    ['MUENCHEN', ['Munich']],
    ['Munich, Germany', ['Munich']],
    ['usa', ['Austin']],
    ['texas', ['Austin']],
    ['DACH', ['Berlin', 'Bonn', 'Cologne', 'Munich']],
    ['EMEA', ['Berlin', 'Bonn', 'Cologne', 'London', 'Munich', 'Remote']],
    ['london or berlin', ['Berlin', 'London']],
    ['London, Berlin', ['Berlin', 'London']],
    ['london/berlin', ['Berlin', 'London']],
    ['londn', ['London']],
    ['Munihc', ['Munich']],
    ['londn, berlin', ['Berlin', 'London']],
    ['berln or Austin, TX', ['Austin', 'Berlin']],
    ['Berlin, Germany or Qwertyville', ['Berlin']],
    ['Qwertyville, Berlin, Germany, London', ['Berlin', 'London']],
    ['Spain', []],
  ])('a search for a location finds jobs in %s: %j', async (location, titles) => {
    await postCities();
    expect(await findThere({ location })).toEqual(titles);
  });

  test('a job whose address contradicts itself is found in both countries', async () => {
    const austin = { text: 'Austin office', locality: 'Austin', region: 'Texas' };
    await post('Both', { location: 'Austin office', addresses: [{ ...austin, country: 'GB' }] });
    const toronto = { text: 'Toronto', locality: 'Toronto', region: '', country: 'CA' };
    await post('One', { location: 'Toronto', addresses: [toronto] });
    expect(await findThere({ location: 'United Kingdom' })).toEqual(['Both']);
    expect(await findThere({ location: 'United States' })).toEqual(['Both']);
    expect(await findThere({ location: 'Canada' })).toEqual(['One']);
  });

  test('a search for an unknown place finds jobs with its words in their locations', async () => {
    await post('Unknown', { location: 'Kiosk Seven' });
    await post('Both', { location: 'Kiosk Seven, Berlin' });
    expect(await findThere({ location: 'kiosk sev' })).toEqual(['Both', 'Unknown']);
    expect(await findThere({ location: 'berlin' })).toEqual(['Both']);
    expect(await findThere({ location: 'kiosk or berlin' })).toEqual(['Both', 'Unknown']);
  });

  test('a job in an unknown place is found by the only country in its description', async () => {
    const description = 'We have shops all over Canada.';
    await post('Shop', { location: 'Kiosk Seven', description });
    await post('Two', { location: 'Kiosk Eight', description: `${description} And in France.` });
    await post('Remote', { location: 'Remote', type: 'Remote', description });
    await post('Berlin', { location: 'Berlin', description });
    expect(await findThere({ location: 'CA' })).toEqual(['Shop']);
    expect(await findThere({ location: 'kiosk' })).toEqual(['Shop', 'Two']);
  });

  test('a search for a misspelled place finds jobs only in the most similar place that has jobs', async () => {
    await post('Germany', { location: 'Germany' });
    await post('Girona', { location: 'Girona, Spain' });
    await post('London', { location: 'London' });
    await post('Ontario', { location: 'London, Ontario' });
    expect(await findThere({ location: 'germny' })).toEqual(['Germany']);
    expect(await findThere({ location: 'londn' })).toEqual(['London']);
  });

  test('a search finds jobs whose location is a group of places within the searched place', async () => {
    await post('Europe', { location: 'Remote (Europe)' });
    await post('Bay', { location: 'SF Bay Area' });
    await post('Coast', { location: 'US East Coast' });
    expect(await findThere({ location: 'EMEA' })).toEqual(['Europe']);
    expect(await findThere({ location: 'United States' })).toEqual(['Bay', 'Coast']);
    expect(await findThere({ location: 'California' })).toEqual(['Bay']);
    expect(await findThere({ location: 'West Coast' })).toEqual(['Bay']);
    expect(await findThere({ location: 'Germany' })).toEqual([]);
  });

  test('a job is found by each of its places, but listed once, with the matching place first', async () => {
    await post('Everywhere', { location: 'Paris; Berlin, Germany', more_places: 'Rome' });
    for (const [location, text] of [
      ['berlin', 'Berlin, Germany; Paris'],
      ['france', 'Paris; Berlin, Germany'],
      ['rome', 'Paris; Berlin, Germany'],
    ] as const) {
      const { body } = await board.get(`/api/jobs?location=${location}`);
      expect(body.results).toHaveLength(1);
      expect(body.results[0].location).toBe(text);
    }
    const { body } = await board.get('/api/jobs?location=rome');
    expect(body.results[0].places.map(({ locality }: { locality: string }) => locality)).toEqual([
      'Rome',
      'Paris',
      'Berlin',
    ]);
  });

  test('a search with a radius also finds jobs in the places around the searched one', async () => {
    await postCities();
    expect(await findThere({ location: 'Köln' })).toEqual(['Cologne']);
    expect(await findThere({ location: 'Köln', radius: '50' })).toEqual(['Bonn', 'Cologne']);
    expect(await findThere({ location: 'Bonn', radius: '10' })).toEqual(['Bonn']);
    expect(await findThere({ location: 'Milan', radius: '100' })).toEqual([]);
  });

  test('can be combined with words and filters', async () => {
    await postCities();
    await post('Engineer', { location: 'Berlin', type: 'Part-Time' });
    expect(await findThere({ location: 'germany', q: 'engineer' })).toEqual(['Engineer']);
    expect(await findThere({ location: 'germany', q: '-engineer' })).toHaveLength(4);
    expect(await findThere({ location: 'germany', employment: 'part-time' })).toEqual(['Engineer']);
    expect(await findThere({ location: 'germany', type: 'Contract' })).toEqual([]);
  });
});

test('the workplace is read from the location, and is unknown if the location does not state it', async () => {
  await post('Remote', { location: 'Remote (US)', type: 'Contract' });
  await post('Hybrid', { location: 'Hybrid - Lisbon' });
  await post('On-site', { location: 'Lisbon (on-site)' });
  await post('Unknown', { location: 'Lisbon' });
  await post('Office', { location: 'Remote / Lisbon office', type: 'Remote' });
  expect(await find({ workplace: 'remote' })).toEqual(['Remote']);
  expect(await find({ workplace: 'hybrid' })).toEqual(['Hybrid']);
  expect(await find({ workplace: 'on-site' })).toEqual(['On-site']);
});

describe('a search for remote jobs and a place', () => {
  const remote = { type: 'Remote' } as const;
  beforeEach(async () => {
    await post('Berlin', { location: 'Berlin' });
    await post('EMEA', { ...remote, location: 'Remote - EMEA' });
    await post('Munich', { ...remote, location: 'Remote, Munich' });
    await post('US', { ...remote, location: 'Remote (US)' });
    await post('World', { ...remote, location: 'Remote (worldwide)' });
    await post('Canada', { ...remote, location: 'Remote (Canada)' });
    await post('Unknown', { ...remote, location: 'Remote' });
  });

  test.each<[Record<string, string>, string[]]>([
    [{ location: 'Germany', workplace: 'remote' }, ['EMEA', 'Munich', 'World']],
    [{ location: 'Remote Germany' }, ['EMEA', 'Munich', 'World']],
    [{ location: 'remote in germany' }, ['EMEA', 'Munich', 'World']],
    [{ location: 'Remote (DE)' }, ['EMEA', 'Munich', 'World']],
    [{ location: 'remote, de' }, ['EMEA', 'Munich', 'World']],
    [{ location: 'remote us' }, ['US', 'World']],
    [{ location: 'Remote, Canadda' }, ['Canada', 'World']],
    [{ location: 'Japan', workplace: 'remote' }, ['World']],
    [{ location: 'Europe', workplace: 'remote' }, ['EMEA', 'Munich', 'World']],
    [{ location: 'Munich', workplace: 'remote' }, ['EMEA', 'Munich', 'World']],
    [{ location: 'remote' }, ['Canada', 'EMEA', 'Munich', 'US', 'Unknown', 'World']],
    [{ location: 'Germany' }, ['Berlin', 'EMEA', 'Munich', 'World']],
    [{ location: 'Germany', remote: 'no' }, ['Berlin', 'Munich']],
    [{ location: 'Germany', remote: 'only' }, ['EMEA', 'World']],
    [{ location: 'Remote Germany', remote: 'only' }, ['EMEA', 'World']],
    [{ location: 'Japan' }, ['World']],
    [{ location: 'remote jobs in Germany' }, ['EMEA', 'Munich', 'World']],
    [{ location: '100% remote Germany' }, ['EMEA', 'Munich', 'World']],
    [{ location: 'remoto en Canada' }, ['Canada', 'World']],
    [{ location: 'remote in US or Canada' }, ['Canada', 'US', 'World']],
    [
      { location: 'Berlin or remote' },
      ['Berlin', 'Canada', 'EMEA', 'Munich', 'US', 'Unknown', 'World'],
    ],
    [
      { location: 'remote / Germany' },
      ['Berlin', 'Canada', 'EMEA', 'Munich', 'US', 'Unknown', 'World'],
    ],
  ])('with %j finds remote jobs that people may do from there: %j', async (parameters, titles) => {
    expect(await find(parameters)).toEqual(titles);
  });
});

test('remote jobs are found by the countries where people may work', async () => {
  const remote = { type: 'Remote' } as const;
  await post('US', { ...remote, location: 'Remote (US)' });
  await post('EMEA', { ...remote, location: 'Remote - EMEA' });
  await post('Anywhere', {
    ...remote,
    location: 'Remote',
    description: 'Work from anywhere in the world.',
  });
  await post('California', { ...remote, location: 'Remote (California)' });
  await post('Unknown', { ...remote, location: 'Remote' });
  await post('Berlin', { location: 'Berlin' });
  expect(await find({ eligible: 'DE' })).toEqual(['Anywhere', 'EMEA']);
  expect(await find({ eligible: 'de' })).toEqual(['Anywhere', 'EMEA']);
  expect(await find({ eligible: 'US' })).toEqual(['Anywhere', 'US']);
  expect(await find({ eligible: 'DE', orunknown: 'true' })).toEqual([
    'Anywhere',
    'EMEA',
    'Unknown',
  ]);
  expect(await find({ eligible: 'US', orunknown: 'true' })).toEqual([
    'Anywhere',
    'California',
    'US',
    'Unknown',
  ]);
  for (const eligible of ['Germany', 'Deutschland', 'germny', 'Germany, ', 'Andorra or Germany'])
    expect(await find({ eligible })).toEqual(['Anywhere', 'EMEA']);
  expect(await find({ eligible: 'uk, US' })).toEqual(['Anywhere', 'EMEA', 'US']);
  for (const eligible of ['nonsense', 'Berlin', '%_\\', "'"])
    expect(await find({ eligible })).toEqual(['Anywhere']);
});

test('the pay of a job is the stated one, or read from the description if the job has no salary range', async () => {
  const pays = { description: 'The salary is €60,000 - €70,000 a year.', location: 'Berlin' };
  const stated = {
    pay_minimum: 50,
    pay_maximum: 60,
    pay_currency: 'GBP',
    pay_unit: 'hour',
  } as const;
  const payOf = async (values: Values) => {
    const { id } = await createJob(board.db, values);
    return (await board.get(`/api/jobs/${id}`)).body.pay;
  };
  expect(await payOf({ ...pays, salary: '' })).toEqual({
    minimum: 60_000,
    maximum: 70_000,
    currency: 'EUR',
    unit: 'year',
    source: 'description',
  });
  expect(await payOf({ ...pays, ...stated, salary: '' })).toEqual({
    minimum: 50,
    maximum: 60,
    currency: 'GBP',
    unit: 'hour',
    source: 'field',
  });
  expect(await payOf({ ...pays, salary: '$60K - $70K' })).toBeNull();
  expect(
    await payOf({ description: 'Revenue of €60,000 - €70,000 a year.', salary: '' }),
  ).toBeNull();
});

describe('the facts of a job', () => {
  test('are read again after an edit', async () => {
    const { id } = await post('Mover', { location: 'Berlin' });
    await board.db.update(jobs).set({ location: 'Lisbon' }).where(eq(jobs.id, id));
    await board.db.delete(job_facts);
    expect(await readMissingFacts(board.db)).toBe(1);
    expect(await find({ location: 'Germany' })).toEqual([]);
    expect(await find({ location: 'Portugal' })).toEqual(['Mover']);
    await expectIndexMatchesJobs(board.db);
  });

  test('missing facts of a job are added without an audit event, a new version or a new modification time', async () => {
    await post('Old', { location: 'Berlin' });
    await board.db.delete(job_facts);
    const read = async () => ({
      jobs: await board.db.select().from(jobs),
      events: await board.db.$count(audit_events),
    });
    const before = await read();
    expect(await readMissingFacts(board.db)).toBe(1);
    expect(await read()).toEqual(before);
    expect(await readMissingFacts(board.db)).toBe(0);
    const { body } = await board.get('/api/jobs');
    expect(body.results[0].places).toMatchObject([{ locality: 'Berlin', country: 'DE' }]);
  });
});
