import { describe, expect, test } from 'vitest';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';
import { readPay } from './read-pay.ts';

/** Reads the pay, and formats it in one line: "120000-150000 USD/year". */
function read(text: string, country?: string): string | undefined {
  const pay = readPay(text, { country });
  return pay && `${pay.minimum}-${pay.maximum} ${pay.currency}/${pay.unit}`;
}

test.each([
  ['The salary range is $120,000 - $150,000 per year.', '120000-150000 USD/year'],
  ['Base salary: $105,000-126,000', '105000-126000 USD/year'],
  ['Salary: £50K–£60K', '50000-60000 GBP/year'],
  ['**Salary:** £45-£60k pa', '45000-60000 GBP/year'],
  ['Salary range: 70k-120k EUR', '70000-120000 EUR/year'],
  ['Pay range: CAD 90k to 110k', '90000-110000 CAD/year'],
  ['The annual base salary is between $57,000 CAD and $77,000 CAD.', '57000-77000 CAD/year'],
  ['The annual base salary is between $  \n94,000 CAD and $128,000 CAD.', '94000-128000 CAD/year'],
  ['A base salary of **$90,000**\\-**$110,000**, depending on experience', '90000-110000 USD/year'],
  ['Salary: $100,000 pa- $200,000 pa', '100000-200000 USD/year'],
  ['Salary: USD 120.000', '120000-120000 USD/year'],
  ['The base salary is between USD $85,000 and USD $110,000.', '85000-110000 USD/year'],
  ['Salary: $189.6K to $260.7K', '189600-260700 USD/year'],
  ['Salary from €60,000 up to €75,000', '60000-75000 EUR/year'],
  ['Jahresgehalt: 55.000 € bis 65.000 €', '55000-65000 EUR/year'],
  ['Gehalt: 4.200 € brutto im Monat', '4200-4200 EUR/month'],
  ['Salaire : 45 000 € à 52 000 € par an', '45000-52000 EUR/year'],
  ['Retribuzione: €30.000–€35.000 lordi annui', '30000-35000 EUR/year'],
  ['Wynagrodzenie: 15 000 - 18 000 PLN brutto miesięcznie', '15000-18000 PLN/month'],
  ['Salary: ₹12,00,000 - ₹18,00,000 per annum', '1200000-1800000 INR/year'],
  ['Salary: INR 12-18 LPA', '1200000-1800000 INR/year'],
  ['Annual salary: ¥6,000,000 to ¥8,000,000', '6000000-8000000 JPY/year'],
  ['Annual salary: ¥6M–¥8M', '6000000-8000000 JPY/year'],
  ['Salary: A$110,000 – A$130,000', '110000-130000 AUD/year'],
])('readPay reads the amount or span in %j', (text, pay) => {
  expect(read(text)).toBe(pay);
});

test.each([
  ['We pay $25.50 an hour.', '25.5-25.5 USD/hour'],
  ['Our rate is fixed: hourly rate €45', '45-45 EUR/hour'],
  ['Compensation: $20–$24/hour', '20-24 USD/hour'],
  ['Compensation: $20/hr - $24/hr', '20-24 USD/hour'],
  ['The US hourly rate range is $30.00-$35.00.', '30-35 USD/hour'],
  ['Day rate: £400–£450', '400-450 GBP/day'],
  ['Compensation: €3K – €5K per month', '3000-5000 EUR/month'],
  ['Three days a week in the office, salary $80,000-$90,000', '80000-90000 USD/year'],
  ['Weekly wages: $900', '900-900 USD/week'],
  [
    'Interns get an hourly rate, an annualized salary of $105,000-126,000',
    '105000-126000 USD/year',
  ],
])('readPay reads the unit of %j', (text, pay) => {
  expect(read(text)).toBe(pay);
});

test.each([
  ['# Compensation\n\n$150,000 - $180,000', '150000-180000 USD/year'],
  ['## Salary & Benefits\n\n- $150,000 - $180,000', '150000-180000 USD/year'],
  ['- $110,000-$180,000 base salary range (by experience)', '110000-180000 USD/year'],
  ['💰 €60k – €80k', '60000-80000 EUR/year'],
  ['Compensation\n\n$40/hr, ten hours a week', '40-40 USD/hour'],
  ['We raised $20M. The salary is $120,000-$150,000 plus a bonus.', '120000-150000 USD/year'],
  ['We pay the top of the market: $90,000-$110,000 base', '90000-110000 USD/year'],
  ['# What we offer\n\n- $100k–$120k and generous equity', '100000-120000 USD/year'],
  ['Salary: $65k base ($80k OTE) and equity', '65000-65000 USD/year'],
  [
    'We pay $20 an hour, plus commission. The average on-target wage is $36/hour.',
    '20-20 USD/hour',
  ],
])('readPay interprets amounts by the words around them in %j', (text, pay) => {
  expect(read(text)).toBe(pay);
});

test.each([
  'We raised $20,000,000 in funding and pay well.',
  'Our customers pay $99-$649 for a package.',
  'You close deals of $50,000-$80,000.',
  'Your salary grows with a budget of $50,000–$60,000.',
  'A salary and a sign-on bonus of $20,000',
  'Salary plus up to $25,000 bonus',
  '# Compensation & Benefits\n\n- $1,500 annual learning stipend\n- $250 monthly lunch stipend',
  '# Compensation\n\n- $500 per month for coworking',
  'Compensation: $100,000 - $120,000 in equity',
  'Compensation: OTE $90,000-$110,000',
  'Compensation: $160k - $200k OTE + equity',
  'The total target compensation is $250,000-$300,000.',
  'Commission of $80,000 to $100,000 a year',
  'We match up to $10,000 of your pay a year in your 401(k).',
  'Our users save a salary of up to $20,000 a year.',
  'The average salary of our graduates is $80,000-$90,000.',
  'The minimum wage is $15 an hour.',
  'Exempt employees have a salary of $68,640 or more per year.',
  'Save $500-$800 a month. Salary: competitive',
  'Overtime pays $30-$40 an hour.',
  'Competitive salary',
  'Equity only',
  'Salary: negotiable, 5-10 hours a week',
])('readPay finds no pay in %j', (text) => {
  expect(read(text)).toBeUndefined();
});

test.each([
  ['a bound', 'Salary: up to $120,000'],
  ['a lower bound', 'Salary starting from €26,000 a year'],
  ['an open end', 'Salary: $120,000+'],
  ['an unknown unit', 'Salary: $2,500'],
  ['an unknown unit where monthly pay is usual', 'Salary: 15,000-20,000 PLN'],
  ['a missing currency', 'Salary: 50,000-60,000'],
  ['a typing error', 'Salary: $150,00-$220,000'],
  ['reversed amounts', 'Salary: $150,000-$120,000'],
  ['zero', 'Salary: $0 a year'],
  ['three amounts', 'Salary: $100,000 - $120,000 - $140,000'],
  ['fourteen salaries', 'Salary: 50.000 EUR x 14'],
  ['pay for a part of the time', 'Salary: £28,000 per annum pro rata'],
  ['too much', 'Salary: $900,000,000-$999,000,000 a year'],
  ['more than an hour is worth', 'Salary: $120,000-$150,000 an hour'],
  ['two currencies in one span', 'Salary: $50,000-€60,000'],
  ['two single amounts', 'Salary: $50,000. For seniors, a salary of $60,000.'],
  ['yearly pay that is paid each month', 'Salary: £30,000-£35,000 paid monthly'],
  ['two units', 'Salary: $50,000-$60,000. Hourly pay: $30-$40.'],
])('readPay finds no pay in a text with %s', (_, text) => {
  expect(read(text)).toBeUndefined();
});

describe('several spans', () => {
  test('are combined from the lowest to the highest amount', () => {
    expect(
      read(
        'In Paris, the salary range is €60,000-€70,000. In Lyon, it is a salary of €50,000-€58,000.',
      ),
    ).toBe('50000-70000 EUR/year');
    expect(read('Salary\n\n- Zone A: $120,000-$140,000\n- Zone B: $110,000-$130,000')).toBe(
      '110000-140000 USD/year',
    );
    expect(read('Senior: salary $150k-$180k\n\nStaff: salary $180k-$210k')).toBe(
      '150000-210000 USD/year',
    );
  });

  test('are ignored if they are for one region and other regions have no figures', () => {
    expect(
      read(
        'The salary range for New York is $140,000-$160,000. For all other locations, it varies.',
      ),
    ).toBeUndefined();
  });

  test('of several spans in different currencies, the one in the currency of the job’s country counts', () => {
    const text =
      'In the USA, the salary is $123,000-$167,000 USD.\n\nIn Canada, the salary is $111,000-$150,000 CAD.';
    expect(read(text, 'US')).toBe('123000-167000 USD/year');
    expect(read(text, 'CA')).toBe('111000-150000 CAD/year');
    expect(read(text, 'DE')).toBeUndefined();
    expect(read('Salary: €60,000-€70,000\n\nSalary: CHF 90,000-110,000', 'CH')).toBe(
      '90000-110000 CHF/year',
    );
    expect(read(text)).toBeUndefined();
  });

  test('count once if they repeat the amount in another currency', () => {
    expect(read('Salary: €60,000–€70,000 (about $65,000–$76,000)', 'US')).toBe(
      '60000-70000 EUR/year',
    );
  });
});

test.each([
  ['US', 'USD'],
  ['CA', 'CAD'],
  ['AU', 'AUD'],
  ['SG', 'SGD'],
  ['DE', 'USD'],
])('in %s, "$" means %s', (country, currency) => {
  expect(read('Salary: $80,000-$90,000', country)).toBe(`80000-90000 ${currency}/year`);
});

test('the text may say which dollars "$" means', () => {
  expect(read('Salary: $80,000-$90,000 USD', 'CA')).toBe('80000-90000 USD/year');
  expect(read('Salary (CAD): $80,000-$90,000', 'US')).toBe('80000-90000 CAD/year');
  expect(read('Salary: $80,000-$90,000 in Canadian dollars')).toBe('80000-90000 CAD/year');
  expect(read('Draw with CAD software. Salary: $80,000-$90,000')).toBe('80000-90000 USD/year');
});

test('"$" is ambiguous if another country may be meant', () => {
  expect(read('The best shop in Canada. Salary: $80,000-$90,000')).toBeUndefined();
  expect(read('Salary: $80,000-$90,000', 'MX')).toBeUndefined();
});

test.each([
  '1',
  '$',
  '-',
  '$1',
  '$1,',
  '1-',
  '$1-$1 ',
  '1 ',
  '€1k to ',
  ' ',
  '\n',
  '*',
  '<',
  '](',
  '(',
])('readPay reads 200,000 characters of %j in linear time', async (part) => {
  const text = `salary ${part.repeat(200_000 / part.length)}`;
  expect(await cpuTimeOf(() => readPay(text))).toBeLessThan(1_000);
});
