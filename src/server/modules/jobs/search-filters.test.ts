import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createCompany, createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();

type Values = Parameters<typeof createJob>[1];

const DAY = 24 * 60 * 60 * 1_000;

const ask = async (path: string, parameters: Record<string, string>) =>
  board.get(`${path}?${new URLSearchParams(parameters)}`);

async function titles(parameters: Record<string, string>): Promise<string[]> {
  const { status, body } = await ask('/api/jobs', parameters);
  expect(status).toBe(200);
  expect(body.total).toBe(body.results.length);
  return body.results.map(({ title }: { title: string }) => title).sort();
}

const post = (title: string, values: Values = {}) => createJob(board.db, { title, ...values });

describe('the location filter', () => {
  test('finds a place regardless of case and accents', async () => {
    await post('There', { location: 'São Paulo, Brazil' });
    await post('Elsewhere', { location: 'Lisbon' });
    for (const location of ['são paulo', 'Sao Paulo', 'SÃO PAULO', 'Sa\u0303o Paulo', 'brazil']) {
      expect(await titles({ location }), location).toEqual(['There']);
    }
  });

  test('matches the beginning of the last word, and all words of one or several places', async () => {
    await post('There', { location: 'New York; Aix-en-Provence' });
    await post('Elsewhere', { location: 'York' });
    expect(await titles({ location: 'new y' })).toEqual(['There']);
    expect(await titles({ location: 'york' })).toEqual(['Elsewhere']);
    expect(await titles({ location: 'aix-en-prov' })).toEqual(['There']);
    expect(await titles({ location: 'yor new' })).toEqual([]);
  });

  test('does not match titles or descriptions, but a text search also matches locations', async () => {
    await post('Lisbon Expert', { location: 'Paris', description: 'Lisbon' });
    await post('Poet', { location: 'Lisbon' });
    expect(await titles({ location: 'lisbon' })).toEqual(['Poet']);
    expect(await titles({ location: 'lisbon', q: 'expert' })).toEqual([]);
    expect(await titles({ location: 'lisbon', q: '-poet' })).toEqual([]);
    expect(await titles({ q: 'lisbon' })).toEqual(['Lisbon Expert', 'Poet']);
  });

  test('also finds imported jobs by their additional places', async () => {
    await post('There', { location: 'Lisbon', more_places: 'Porto; São Paulo' });
    expect(await titles({ location: 'sao paulo' })).toEqual(['There']);
    expect(await titles({ q: 'porto' })).toEqual(['There']);
  });

  test('works in any writing system', async () => {
    await post('東', { location: '東京' });
    await post('Мо', { location: 'Москва' });
    expect(await titles({ location: '東京' })).toEqual(['東']);
    expect(await titles({ location: 'МОСКВА' })).toEqual(['Мо']);
  });

  test('is ignored if it contains neither letters nor digits', async () => {
    await post('Maker');
    for (const location of [' ', '—', '; , ()']) {
      expect(await titles({ location })).toEqual(['Maker']);
    }
  });

  test('also finds remote jobs elsewhere that state that they are open to the place', async () => {
    await post('Anywhere', { location: 'Remote - Anywhere', type: 'Remote' });
    await post('Unstated', { location: 'Remote', type: 'Remote' });
    await post('Remote in Lisbon', { location: 'Lisbon', type: 'Remote' });
    await post('Open to Portugal', { location: 'Remote (Spain or Portugal)', type: 'Remote' });
    await post('Open to Italy', { location: 'Remote (Italy)', type: 'Remote' });
    await post('Lisbon', { location: 'Lisbon' });
    const there = ['Lisbon', 'Remote in Lisbon'];
    const open = ['Anywhere', 'Open to Portugal'];
    expect(await titles({ location: 'lisbon' })).toEqual([...there, ...open].sort());
    expect(await titles({ location: 'lisbon', remote: 'no' })).toEqual(there);
    expect(await titles({ location: 'lisbon', remote: 'only' })).toEqual(open);
    // Without a place, the parameter does not filter.
    expect(await titles({ remote: 'only' })).toHaveLength(6);
  });
});

test('GET /api/places reads the places in a location, and suggests the largest ones for its last part', async () => {
  const read = async (location: string) => {
    const { status, body } = await ask('/api/places', { location });
    expect(status).toBe(200);
    return body;
  };
  expect(await read('Oslo; berge')).toMatchObject({
    places: ['Oslo, Norway', 'Mons, Belgium'],
    suggestions: expect.arrayContaining(['Bergen, Norway', 'Bergerac, France']),
  });
  expect((await read('san')).suggestions[0]).toMatch(/^San/);
  expect(await read('Remote (Canada)')).toMatchObject({ places: ['Canada'], remote: true });
  for (const unknown of ['', ';', 'Narnia 7', '%', "'"]) {
    expect(await read(unknown), unknown).toEqual({ places: [], remote: false, suggestions: [] });
  }
});

describe('GET /api/jobs/places', () => {
  const places = async (name: string) => {
    const { status, body } = await ask('/api/jobs/places', { name });
    expect(status).toBe(200);
    return body.results.map(({ place, jobs }: { place: string; jobs: number }) => [place, jobs]);
  };

  test('suggests the places with the most jobs first', async () => {
    await post('One', { location: 'São Paulo; Lisbon' });
    await post('Two', { location: 'Lisbon ;São Paulo;  Lisbon' });
    await post('Three', { location: 'Lisbon', more_places: 'New York' });
    await post('Closed', { location: 'Rome', closed_at: new Date() });
    const { id } = await post('Gone', { location: 'Oslo' });
    await board.db.execute(sql`delete from jobs where id = ${id}`);
    expect(await places('')).toEqual([
      ['Lisbon, Portugal', 3],
      ['São Paulo, Brazil', 2],
      ['New York City, New York, United States', 1],
    ]);
    for (const name of ['sao', 'SÃO P', 'sa\u0303o']) {
      expect(await places(name), name).toEqual([['São Paulo, Brazil', 2]]);
    }
    expect(await places('brasil')).toEqual([['Brazil', 2]]);
    expect(await places('LATAM')).toEqual([['LATAM', 2]]);
    for (const name of ['rome', 'oslo', 'ork', '—', '%', "'", '\\']) {
      expect(await places(name), name).toEqual([]);
    }
  });

  test('suggests an unknown place if any of its words begins with the typed text', async () => {
    await post('One', { location: 'Kiosk Seven' });
    expect(await places('seven')).toEqual([['Kiosk Seven', 1]]);
  });

  test('suggests at most 20 places', async () => {
    for (let n = 0; n < 25; n += 1) await post('Maker', { location: `Place ${n}` });
    expect(await places('pla')).toHaveLength(20);
    expect(await places('')).toHaveLength(20);
  });
});

describe('GET /api/jobs/companies', () => {
  const companies = async (parameters: Record<string, string>) => {
    const { status, body } = await ask('/api/jobs/companies', parameters);
    expect(status).toBe(200);
    return body.results.map(({ name, jobs }: { name: string; jobs: number }) => [name, jobs]);
  };

  test('suggests companies with matching jobs, those with the most jobs first', async () => {
    const elan = (await createCompany(board.db, { name: 'Élan Works' })).id;
    const works = (await createCompany(board.db, { name: 'Works & Sons' })).id;
    await createCompany(board.db, { name: 'Working Title' });
    for (const title of ['Poet', 'Maker']) await post(title, { company_id: works });
    await post('Poet', { company_id: elan, type: 'Contract' });
    expect(await companies({})).toEqual([
      ['Works & Sons', 2],
      ['Élan Works', 1],
    ]);
    expect(await companies({ type: 'Contract' })).toEqual([['Élan Works', 1]]);
    expect(await companies({ q: 'maker' })).toEqual([['Works & Sons', 1]]);
    expect(await companies({ name: 'wor' })).toEqual([
      ['Works & Sons', 2],
      ['Élan Works', 1],
      ['Working Title', 0],
    ]);
    expect(await companies({ name: 'elan w', q: 'poet' })).toEqual([['Élan Works', 1]]);
    // The company that is already selected does not limit the suggestions.
    expect(await companies({ company: works, name: 'élan' })).toEqual([['Élan Works', 1]]);
    expect(await companies({ name: '—' })).toEqual([]);
    expect(await companies({ type: 'nonsense' })).toEqual([]);
  });
});

describe('`orremote`', () => {
  const counts = async (query: string) => (await board.get(`/api/jobs/counts?${query}`)).body;
  const search = async (query: string) => {
    const { body } = await board.get(`/api/jobs?${query}`);
    expect(body.total).toBe(body.results.length);
    return body.results.map(({ title }: { title: string }) => title).sort();
  };
  const addJobs = async () => {
    await post('Full', { type: 'Full-Time' });
    await post('Part', { type: 'Part-Time' });
    await post('Contractor', { type: 'Contract' });
    await post('Remote Full', { type: 'Remote', employment: 'full-time', salary: '' });
    await post('Remote Part', { type: 'Remote', employment: 'part-time' });
    await post('Remote Contractor', { type: 'Remote', employment: 'contract' });
    await post('Remote', { type: 'Remote' });
  };

  test.each([
    ['type=Full-Time', ['Full', 'Remote Full']],
    ['type=Full-Time&type=Part-Time', ['Full', 'Part', 'Remote Full', 'Remote Part']],
    ['type=Full-Time&type=Contract', ['Contractor', 'Full', 'Remote Full']],
    ['type=Contract', ['Contractor']],
    ['type=Full-Time&employment=full-time', ['Full', 'Remote Full']],
    ['type=Full-Time&q=remote', ['Remote Full']],
    ['type=Full-Time&sort=salary', ['Full', 'Remote Full']],
    ['type=Remote', ['Remote', 'Remote Contractor', 'Remote Full', 'Remote Part']],
    ['type=Full-Time&salary=%2460K+-+%2470K', ['Full']],
  ])('also finds remote jobs with the hours of the types %s', async (query, found) => {
    await addJobs();
    expect(await search(`${query}&orremote=true`)).toEqual(found);
    expect((await counts(`${query}&orremote=true`)).total).toBe(found.length);
  });

  test('has no effect without a type', async () => {
    await addJobs();
    expect(await search('orremote=true')).toHaveLength(7);
  });

  test('is counted for each type', async () => {
    await addJobs();
    const { type, company } = await counts('type=Part-Time&orremote=true');
    expect(type).toEqual([
      { value: 'Full-Time', jobs: 2 },
      { value: 'Part-Time', jobs: 2 },
      { value: 'Contract', jobs: 1 },
      { value: 'Remote', jobs: 4 },
      { value: 'Internship', jobs: 0 },
    ]);
    expect(company.reduce((sum: number, { jobs }: { jobs: number }) => sum + jobs, 0)).toBe(2);
  });

  test.each([
    ['type=Full-Time', 1],
    ['type=Full-Time&type=Part-Time', 2],
    ['type=Full-Time&type=Contract', 1],
    ['type=Contract', undefined],
    ['type=Full-Time&type=Remote', undefined],
    ['type=Full-Time&orremote=true', undefined],
    ['q=maker', undefined],
  ])('is offered with the number of further jobs for %s', async (query, jobs) => {
    await addJobs();
    const { wider } = await counts(query);
    expect(wider).toEqual(jobs && [{ changes: { orremote: 'true' }, jobs }]);
  });
});

test('`posted` finds jobs that are at most this number of days old', async () => {
  const now = Date.now();
  for (const days of [0, 0.9, 1.1, 6.9, 7.1, 29.9, 30.1]) {
    await post(String(days), { date: new Date(now - days * DAY) });
  }
  expect(await titles({ posted: '1' })).toEqual(['0', '0.9']);
  expect(await titles({ posted: '7' })).toEqual(['0', '0.9', '1.1', '6.9']);
  expect(await titles({ posted: '30' })).toEqual(['0', '0.9', '1.1', '29.9', '6.9', '7.1']);
  expect(await titles({ posted: '' })).toHaveLength(7);
});

describe('an invalid value is refused with a 400 that names the parameter', () => {
  test.each([
    ['q=a&q=b', 'q'],
    ['location=a&location=b', 'location'],
    ['remote=yes', 'remote'],
    ['remote=false', 'remote'],
    ['minsalary=much', 'minsalary'],
    ['minsalary=-1', 'minsalary'],
    ['minsalary=1e6', 'minsalary'],
    ['minsalary=1&minsalary=2', 'minsalary'],
    ['minsalary=99999999999', 'minsalary'],
    ['nosalary=1', 'nosalary'],
    ['orremote=1', 'orremote'],
    ['posted=2', 'posted'],
    ['posted=07', 'posted'],
    ['posted=7&posted=7', 'posted'],
  ])('the invalid query %s is refused with a 400 that names the parameter', async (query, path) => {
    for (const list of ['/api/jobs', '/api/jobs/counts', '/api/jobs/companies']) {
      const { status, body } = await board.get(`${list}?${query}`);
      expect(status, list).toBe(400);
      expect(body.errors, list).toMatchObject([{ path, message: expect.any(String) }]);
    }
  });

  test.each([
    ['/api/jobs?sort=oldest', 'sort'],
    ['/api/jobs?sort=match&sort=match', 'sort'],
    ['/api/jobs?counts=yes', 'counts'],
    ['/api/jobs/places?name=a&name=b', 'name'],
    ['/api/jobs/companies?name=a&name=b', 'name'],
  ])('the invalid URL %s is refused with a 400 that names the parameter', async (address, path) => {
    const { status, body } = await board.get(address);
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ path, message: expect.any(String) }]);
  });

  test('the response names every parameter with an invalid value', async () => {
    const { body } = await board.get('/api/jobs?posted=2&minsalary=x&sort=y&remote=z');
    const paths = body.errors.map(({ path }: { path: string }) => path);
    expect(paths.sort()).toEqual(['minsalary', 'posted', 'remote', 'sort']);
  });
});
