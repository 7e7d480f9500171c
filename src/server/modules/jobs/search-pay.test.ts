import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { exchange_rates } from '#server/db/fact-tables.ts';
import { readMissingFacts, storeExchangeRates } from '#server/modules/facts/commands.ts';
import { expectIndexMatchesJobs } from '#server/modules/search/testing/search-index.ts';
import type { PayUnit } from '#shared/contract/job-responses.ts';
import { SALARY_UPPER_BOUNDS } from '#shared/domain/salary-bounds.ts';
import { SALARY_RANGES } from '#shared/domain/salary-ranges.ts';
import { MAX_DOLLARS } from '#shared/limits.ts';
import { createJob } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';

const board = setUpTestBoard();

type Values = NonNullable<Parameters<typeof createJob>[1]>;

const ask = async (path: string, parameters: Record<string, string>) => {
  const { status, body } = await board.get(`${path}?${new URLSearchParams(parameters)}`);
  expect(status).toBe(200);
  return body;
};

async function listed(parameters: Record<string, string>): Promise<string[]> {
  const body = await ask('/api/jobs', parameters);
  expect(body.total).toBe(body.results.length);
  return body.results.map(({ title }: { title: string }) => title);
}

const titles = async (parameters: Record<string, string>) => (await listed(parameters)).sort();

const post = (title: string, values: Values = {}) => createJob(board.db, { title, ...values });

/** The columns of a job that states its pay in figures. */
const paid = (
  minimum: number | null,
  maximum: number | null,
  currency = 'USD',
  unit: PayUnit = 'year',
) => ({
  salary: '' as const,
  pay_minimum: minimum,
  pay_maximum: maximum,
  pay_currency: currency,
  pay_unit: unit,
});

const RATES = {
  date: '2026-11-20',
  perEuro: { EUR: 1, USD: 1.25, GBP: 0.8, PLN: 4 },
};

beforeEach(async () => {
  await board.db.delete(exchange_rates);
  await storeExchangeRates(board.db, RATES);
});

const RANGES = SALARY_RANGES.map(({ value }) => value);

/** The salary ranges with which a search finds jobs with this title. */
async function rangesOf(title: string): Promise<string[]> {
  const found: string[] = [];
  for (const salary of RANGES) {
    if ((await titles({ salary })).includes(title)) found.push(salary);
  }
  return found;
}

describe('the salary range', () => {
  test.each<[Values, string[]]>([
    [paid(80_000, 120_000), ['$80K - $90K', '$90K - $100K', '$100K - $125K']],
    [paid(80_000, 89_999), ['$80K - $90K']],
    [paid(0, 45_000), ['Under $50K']],
    [paid(null, 65_000), ['Under $50K', '$50K - $60K', '$60K - $70K']],
    [paid(180_000, null), ['$175K - $200K', '$200K-$300K', 'Over $300K']],
    [{ salary: '', description: 'Salary: from $200,000 a year.' }, ['$200K-$300K', 'Over $300K']],
    [paid(250_000, 400_000), ['$200K-$300K', 'Over $300K']],
    [paid(25, 30, 'USD', 'hour'), ['$50K - $60K', '$60K - $70K']],
    [paid(4_000, 4_000, 'EUR', 'month'), ['$60K - $70K']],
    [paid(50_000, 60_000, 'GBP'), ['$70K - $80K', '$80K - $90K', '$90K - $100K']],
    [paid(50_000, 60_000, 'XTS'), []],
    [{ salary: '$60K - $70K' }, ['$60K - $70K']],
    [
      { salary: '', description: 'The salary is $61,000 - $72,000 per year.' },
      ['$60K - $70K', '$70K - $80K'],
    ],
    [{ salary: '' }, []],
    // If a job has both pay figures and a salary range, only the figures count.
    [{ ...paid(61_000, 62_000), salary: 'Over $300K' }, ['$60K - $70K']],
    [{ ...paid(61_000, 62_000, 'XTS'), salary: 'Over $300K' }, ['Over $300K']],
  ])('finds a job with %j if its pay overlaps the range: %j', async (values, ranges) => {
    await post('Paid', values);
    await post('Other', { salary: '$175K - $200K' });
    expect(await rangesOf('Paid')).toEqual(ranges);
    const { salary: counts } = await ask('/api/jobs/counts', {});
    for (const { value, jobs } of counts) {
      const expected = Number(ranges.includes(value)) + Number(value === '$175K - $200K');
      expect(jobs, value).toBe(expected);
    }
    await expectIndexMatchesJobs(board.db);
  });

  test('the filter by salary range can be combined with words, places, types and companies, in each sort order', async () => {
    const { company_id } = await post('Rust Maker', { ...paid(80_000, 120_000), type: 'Contract' });
    await post('Rust Poet', paid(95_000, 96_000));
    await post('Weaver', { ...paid(99_000, 200_000), location: 'Rome' });
    const salary = '$90K - $100K';
    for (const sort of ['newest', 'match', 'salary']) {
      expect(await titles({ salary, sort })).toEqual(['Rust Maker', 'Rust Poet', 'Weaver']);
      expect(await titles({ salary, sort, q: 'rust' })).toEqual(['Rust Maker', 'Rust Poet']);
      expect(await titles({ salary, sort, q: '-rust' })).toEqual(['Weaver']);
      expect(await titles({ salary, sort, location: 'Italy' })).toEqual(['Weaver']);
      expect(await titles({ salary, sort, type: 'Contract' })).toEqual(['Rust Maker']);
      expect(await titles({ salary, sort, company: company_id })).toEqual(['Rust Maker']);
      expect(await titles({ salary: '$60K - $70K', sort })).toEqual([]);
      expect(await titles({ salary: 'much', sort })).toEqual([]);
    }
    const { total, type } = await ask('/api/jobs/counts', { salary });
    expect(total).toBe(3);
    expect(type).toContainEqual({ value: 'Contract', jobs: 1 });
  });

  test('in responses contains the middle of the pay', async () => {
    const { id } = await post('Paid', paid(50_000, 60_000, 'GBP'));
    const { body } = await board.get(`/api/jobs/${id}`);
    expect(body.salary).toBe('$80K - $90K');
    const { results } = await ask('/api/jobs', {});
    expect(results).toMatchObject([
      { salary: '$80K - $90K', pay: { minimum: 50_000, maximum: 60_000, currency: 'GBP' } },
    ]);
  });

  test('in responses contains the only bound of the pay', async () => {
    for (const [values, salary] of [
      [paid(52_000, null), '$50K - $60K'],
      [paid(null, 80_000), '$80K - $90K'],
    ] as const) {
      const { id } = await post('Open', values);
      const { pay_minimum: minimum, pay_maximum: maximum } = values;
      const { body } = await board.get(`/api/jobs/${id}`);
      expect(body).toMatchObject({ salary, pay: { minimum, maximum } });
    }
  });

  test('of a job changes with its pay', async () => {
    const { id } = await post('Paid', paid(80_000, 85_000));
    const set = sql`update jobs set pay_maximum = 95_000 where id = ${id}`;
    await board.db.execute(set);
    await readMissingFacts(board.db);
    expect(await rangesOf('Paid')).toEqual(['$80K - $90K', '$90K - $100K']);
    await board.db.execute(sql`update jobs set closed_at = now() where id = ${id}`);
    expect(await rangesOf('Paid')).toEqual([]);
    await expectIndexMatchesJobs(board.db);
  });
});

describe('minsalary', () => {
  const reaches = async (values: Values, least: number) => {
    const { id } = await post('Paid', values);
    const found = await titles({ minsalary: String(least) });
    await board.db.execute(sql`delete from jobs where id = ${id}`);
    return found.length === 1;
  };

  test.each(SALARY_RANGES)(
    'minsalary finds jobs in the range $value up to its upper bound',
    async ({ value }) => {
      const maximum = SALARY_UPPER_BOUNDS[value];
      const salary = value;
      expect(await reaches({ salary }, 0)).toBe(true);
      expect(await reaches({ salary }, maximum === null ? MAX_DOLLARS : maximum - 1)).toBe(true);
      if (maximum !== null) expect(await reaches({ salary }, maximum)).toBe(false);
    },
  );

  test.each<[PayUnit, number, number]>([
    ['year', 100_000, 100_000],
    ['month', 10_000, 120_000],
    ['week', 2_000, 104_000],
    ['day', 400, 104_000],
    ['hour', 50, 104_000],
    ['hour', 25.5, 53_040],
  ])(
    'annualizes dollars per %s: pay of at most %d is found up to a minimum of %d',
    async (unit, most, dollars) => {
      // The figures that the job states count, and not its salary range.
      const values = {
        ...({ salary: 'Under $50K', pay_minimum: 1, pay_maximum: most } as const),
        pay_currency: 'USD',
        pay_unit: unit,
      };
      expect(await reaches(values, dollars)).toBe(true);
      expect(await reaches(values, dollars + 1)).toBe(false);
    },
  );

  test('finds pay with one bound by the open side', async () => {
    await post('From', paid(52_000, null));
    await post('Up to', paid(null, 80_000));
    expect(await titles({ minsalary: '80k' })).toEqual(['From', 'Up to']);
    expect(await titles({ minsalary: '80001' })).toEqual(['From']);
    expect(await titles({ minsalary: '1000000' })).toEqual(['From']);
  });

  test('accepts pay of any amount', async () => {
    const pay = { pay_minimum: 0, pay_maximum: 1e300, pay_currency: 'USD', pay_unit: 'hour' };
    expect(await reaches(pay as Values, MAX_DOLLARS)).toBe(true);
  });

  test('accepts amounts as people write them, and finds jobs with unknown pay on request', async () => {
    await post('Below', { salary: '$175K - $200K' });
    await post('Above', { salary: '$200K-$300K' });
    await post('Unstated', { salary: '' });
    for (const minsalary of ['200000', '$200,000', '200k', ' $200K ']) {
      expect(await titles({ minsalary })).toEqual(['Above']);
    }
    const nosalary = 'true';
    expect(await titles({ minsalary: '200k', nosalary })).toEqual(['Above', 'Unstated']);
    expect(await titles({ minsalary: '0' })).toEqual(['Above', 'Below']);
    // Without minsalary, nosalary does not filter.
    expect(await titles({ nosalary })).toEqual(['Above', 'Below', 'Unstated']);
    expect(await titles({ minsalary: '' })).toEqual(['Above', 'Below', 'Unstated']);
  });

  test.each([
    ['€70K', ['Euros', 'Pounds']],
    ['70,001 EUR', ['Pounds']],
    ['$87,500', ['Euros', 'Pounds']],
    ['87501', ['Pounds']],
    ['£60k', ['Pounds']],
    ['240000 pln', ['Euros', 'Pounds', 'Zloty']],
  ])('minsalary converts currencies: %s', async (minsalary, expected) => {
    await post('Euros', paid(50_000, 70_000, 'EUR'));
    await post('Pounds', paid(1, 60_000, 'GBP'));
    await post('Zloty', paid(1, 20_000, 'PLN', 'month'));
    expect(await titles({ minsalary })).toEqual(expected);
  });
});

describe('sort=salary', () => {
  test('sorts by the middle of the yearly pay, and puts unknown pay last', async () => {
    await post('Range', { salary: '$60K - $70K' });
    await post('Wide', paid(40_000, 100_000));
    await post('Narrow', paid(66_000, 68_000));
    await post('Hourly', paid(40, 40, 'USD', 'hour'));
    await post('Euros', paid(60_000, 60_000, 'EUR'));
    await post('Unlimited', { salary: 'Over $300K' });
    await post('More', paid(400_000, 500_000));
    await post('Unstated', { salary: '' });
    await post('From', paid(62_000, null));
    await post('Up to', paid(null, 61_000));
    await post('Unknown', paid(1, 2, 'XTS'));
    expect(await listed({ sort: 'salary' })).toEqual([
      ...['More', 'Unlimited', 'Hourly', 'Euros', 'Wide', 'Narrow', 'Range'],
      ...['From', 'Up to', 'Unknown', 'Unstated'],
    ]);
  });
});

describe('new exchange rates', () => {
  test('replace cached lists that compare pay, even if no pay is in another currency', async () => {
    await post('Dollars', paid(90_000, 90_000));
    const dateOfRates = async () => (await ask('/api/jobs', { minsalary: '€70K' })).ratesdate;
    expect(await dateOfRates()).toBe(RATES.date);
    await storeExchangeRates(board.db, { date: '2026-11-21', perEuro: {} });
    await expect.poll(dateOfRates).toBe('2026-11-21');
  });

  test('apply to jobs with pay in other currencies, without changing their versions', async () => {
    const { id } = await post('Euros', paid(60_000, 60_000, 'EUR'));
    await post('Dollars', paid(60_000, 60_000));
    const version = async () => (await board.ask('GET', `/api/jobs/${id}`)).headers.etag;
    const before = await version();
    expect(before).toBeDefined();
    expect(await rangesOf('Euros')).toEqual(['$70K - $80K']);
    await storeExchangeRates(board.db, { date: '2026-11-21', perEuro: { USD: 1.5 } });
    expect(await readMissingFacts(board.db)).toBe(1);
    expect(await rangesOf('Euros')).toEqual(['$90K - $100K']);
    expect(await rangesOf('Dollars')).toEqual(['$60K - $70K']);
    expect(await version()).toBe(before);
    await expectIndexMatchesJobs(board.db);
  });
});
