import { describe, expect, test } from 'vitest';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';
import { readPay } from './read-pay.ts';

/** Reads the pay, and formats it in one line: "120000-150000 USD/year". */
function read(text: string, country?: string): string | undefined {
  const pay = readPay(text, { country });
  return pay && `${pay.minimum ?? ''}-${pay.maximum ?? ''} ${pay.currency}/${pay.unit}`;
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
  ['a limit that is not promised', 'Salary over $100,000'],
  ['an approximate amount', 'Salary: around $50,000'],
  ['an amount and more', 'Salary: $120,000+ super'],
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
    expect(
      read(
        'For candidates in NYC, the pay range is $102,300 – $147,100. For candidates in other U.S. locations, the pay range is $92,100 – $132,250.',
        'US',
      ),
    ).toBe('92100-147100 USD/year');
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

test.each([
  ['SE', 'Månadslön: 42 000 – 48 000 kr', '42000-48000 SEK/month'],
  ['NO', 'Lønn: kr 650 000 – 720 000 per år', '650000-720000 NOK/year'],
  ['DK', 'Løn: 38.000-45.000 kr. pr. måned', '38000-45000 DKK/month'],
  ['DK', 'Timeløn 185-220 kr.', '185-220 DKK/hour'],
  ['FI', 'Palkka: 2 800 - 3 400 €/kk', '2800-3400 EUR/month'],
  ['FI', 'Palkka 15,50 – 18,00 €/h', '15.5-18 EUR/hour'],
  ['CZ', 'Mzda 180–220 Kč/hod.', '180-220 CZK/hour'],
  ['CZ', 'Nabízíme hrubou mzdu od 40 000 do 60 000 Kč měsíčně', '40000-60000 CZK/month'],
  ['HU', 'Bér: 600.000 – 800.000 Ft/hó', '600000-800000 HUF/month'],
  ['RO', 'Salariu net: 6000 - 9000 RON/luna', '6000-9000 RON/month'],
  ['RO', 'Salariu între 5.000 și 7.500 lei pe lună', '5000-7500 RON/month'],
  ['PL', 'Wynagrodzenie: 12 000 – 16 000 zł / mies.', '12000-16000 PLN/month'],
  ['PL', 'Stawka 120-160 zł/h netto (B2B)', '120-160 PLN/hour'],
  ['PL', 'Wynagrodzenie od 10 000 do 14 000 zł brutto miesięcznie', '10000-14000 PLN/month'],
  ['PL', 'Wynagrodzenie: 15 000 PLN - 20 000 PLN brutto/mies.', '15000-20000 PLN/month'],
  ['SK', 'Mzda: 1 500 – 2 200 EUR mesačne', '1500-2200 EUR/month'],
  ['BG', 'Salary: 3 000 - 4 500 лв. per month', '3000-4500 BGN/month'],
  ['UA', 'Зарплата: 40 000 – 60 000 грн на місяць', '40000-60000 UAH/month'],
  ['TR', 'Maaş: 60.000 - 80.000 ₺ aylık', '60000-80000 TRY/month'],
  ['ZA', 'Salary: R450 000 - R600 000 per annum', '450000-600000 ZAR/year'],
  ['ZA', 'Salary: R450,000 – R600,000 CTC per annum', '450000-600000 ZAR/year'],
  ['ZA', 'Salary: R25 000 to R30 000 pm', '25000-30000 ZAR/month'],
  ['MY', 'Salary: RM4,000 - RM6,000 / month', '4000-6000 MYR/month'],
  ['SG', 'Salary: S$5,000 - S$7,000 per month', '5000-7000 SGD/month'],
  ['SG', 'Salary: $5,000 - $7,000 per month', '5000-7000 SGD/month'],
  ['PH', 'Salary: ₱40,000 - ₱60,000 per month', '40000-60000 PHP/month'],
  ['PH', 'Salary: PHP 40,000 – 60,000 monthly', '40000-60000 PHP/month'],
  ['ID', 'Gaji: Rp 10.000.000 - Rp 15.000.000 per bulan', '10000000-15000000 IDR/month'],
  ['VN', 'Lương: 20.000.000 - 30.000.000 VND/tháng', '20000000-30000000 VND/month'],
  ['TH', 'Salary: 40,000 - 60,000 THB per month', '40000-60000 THB/month'],
  ['JP', '年収500万円～800万円', '5000000-8000000 JPY/year'],
  ['JP', '想定年収: 500万円〜800万円', '5000000-8000000 JPY/year'],
  ['JP', '月給25万円～35万円', '250000-350000 JPY/month'],
  ['JP', '月給 250,000円 〜 350,000円', '250000-350000 JPY/month'],
  ['JP', '時給1,200円～1,500円', '1200-1500 JPY/hour'],
  ['JP', 'Salary: 600万円 - 900万円 per year', '6000000-9000000 JPY/year'],
  ['KR', '연봉 4,000만원 ~ 6,000만원', '40000000-60000000 KRW/year'],
  ['CN', '年薪: 30万-50万元', '300000-500000 CNY/year'],
  ['CN', '月薪 15,000-25,000元', '15000-25000 CNY/month'],
  ['IN', 'CTC: 12 - 15 LPA', '1200000-1500000 INR/year'],
  ['IN', 'Salary: Rs. 8 - 12 lakhs per annum', '800000-1200000 INR/year'],
  ['IN', 'Salary: ₹8L - ₹12L', '800000-1200000 INR/year'],
  ['IN', 'Salary: Rs. 25,000/- to Rs. 35,000/- per month', '25000-35000 INR/month'],
  ['IN', 'Salary: 6 Lacs to 10 Lacs', '600000-1000000 INR/year'],
  ['IN', 'Compensation: INR 25,00,000 - 40,00,000 per year', '2500000-4000000 INR/year'],
  ['IN', 'Salary: ₹30,000 - ₹50,000 a month', '30000-50000 INR/month'],
  ['BR', 'Salário: R$ 8.000 - R$ 10.000/mês', '8000-10000 BRL/month'],
  ['MX', 'Sueldo: $30,000 - $40,000 MXN mensuales', '30000-40000 MXN/month'],
  ['ES', 'Salario: entre 24.000€ y 28.000€ brutos al año', '24000-28000 EUR/year'],
  ['ES', 'Salario de 30.000 a 36.000 euros brutos anuales', '30000-36000 EUR/year'],
  ['PT', 'Salário: entre 1.200€ e 1.500€ por mês', '1200-1500 EUR/month'],
  ['FR', 'Salaire : entre 38 000 € et 45 000 € brut par an', '38000-45000 EUR/year'],
  ['FR', 'Rémunération : 38 à 45 k€', '38000-45000 EUR/year'],
  ['FR', 'Rémunération : de 38K€ à 45K€ brut annuel', '38000-45000 EUR/year'],
  ['FR', 'TJM : 400 - 500 €', '400-500 EUR/day'],
  ['FR', 'Salaire: 400€ - 500€ / jour', '400-500 EUR/day'],
  ['FR', "Salaire horaire : 12,00 € à 14,00 € de l'heure", '12-14 EUR/hour'],
  ['IT', 'RAL compresa tra 28.000 € e 35.000 €', '28000-35000 EUR/year'],
  ['IT', 'Retribuzione: 1.600 - 1.900 € al mese', '1600-1900 EUR/month'],
  ['NL', 'Salaris tussen € 3.000,- en € 4.000,- bruto per maand', '3000-4000 EUR/month'],
  ['NL', 'Een salaris van € 3.000 tot € 4.000 bruto per maand', '3000-4000 EUR/month'],
  ['NL', 'Uurloon: € 18,00 - € 22,00 per uur', '18-22 EUR/hour'],
  ['DE', 'Gehalt: 55 T€ – 65 T€', '55000-65000 EUR/year'],
  ['DE', 'Gehalt zwischen 55.000 € und 65.000 €', '55000-65000 EUR/year'],
  ['DE', 'Jahresgehalt: TEUR 55-65', '55000-65000 EUR/year'],
  ['DE', 'Jahresbruttogehalt von 55.000,00 EUR bis 65.000,00 EUR', '55000-65000 EUR/year'],
  ['DE', 'Stundenlohn: 15,00 € - 17,00 €', '15-17 EUR/hour'],
  ['DE', 'Vergütung: 3.200 – 3.800 Euro brutto im Monat', '3200-3800 EUR/month'],
  ['DE', 'Tagessatz 600-700 EUR', '600-700 EUR/day'],
  ['DE', 'Gehalt: 55-65 Tsd. €', '55000-65000 EUR/year'],
  ['CH', "Lohn: CHF 85'000.- bis 105'000.-", '85000-105000 CHF/year'],
  ['CH', "Lohn: Fr. 6'000 - 7'000 pro Monat", '6000-7000 CHF/month'],
  ['CH', 'Stundenlohn CHF 35.00 - 40.00', '35-40 CHF/hour'],
  [
    'AU',
    'The salary is $100,000 - $120,000 for Australia and $110,000 - $130,000 for New Zealand',
    '100000-120000 AUD/year',
  ],
  [
    'NZ',
    'The salary is $100,000 - $120,000 for Australia and $110,000 - $130,000 for New Zealand',
    '110000-130000 NZD/year',
  ],
  [
    'IE',
    'Salary (Ireland): €70,000 - €80,000\nSalary (Germany): €75,000 - €85,000',
    '70000-80000 EUR/year',
  ],
  ['NO', 'Lønn: NOK 45 000 – 50 000 per måned', '45000-50000 NOK/month'],
  ['CH', "Salaire : CHF 85'000 à 95'000 par an", '85000-95000 CHF/year'],
  ['IL', 'Salary: ₪20,000 - ₪25,000 per month', '20000-25000 ILS/month'],
  ['AE', 'Salary: AED 15,000 - 20,000 monthly', '15000-20000 AED/month'],
  ['SA', 'Salary: SAR 10,000 to 12,000 per month', '10000-12000 SAR/month'],
  ['CO', 'Salario: COP 8.000.000 - 10.000.000 mensuales', '8000000-10000000 COP/month'],
  ['US', 'Salary: minimum $85,000 - maximum $95,000', '85000-95000 USD/year'],
  ['US', 'Base Pay: Min: $85,000 Max: $95,000', '85000-95000 USD/year'],
  ['GB', 'Salary from £28k to £32k', '28000-32000 GBP/year'],
  ['CA', 'Wage: $25 - $30 /hr', '25-30 CAD/hour'],
  ['AU', 'Pay: $35 - $40 p.h. + super', '35-40 AUD/hour'],
  ['DE', 'Bruttojahresgehalt: 45.000 € - 55.000 €', '45000-55000 EUR/year'],
  ['DE', 'Wir bieten ein Jahresgehalt zwischen 45.000 und 55.000 Euro.', '45000-55000 EUR/year'],
  ['DE', 'Monatsgehalt: 2.800 bis 3.200 € brutto', '2800-3200 EUR/month'],
  ['DE', 'Gehalt: 55.000,- € p.a.', '55000-55000 EUR/year'],
  ['DE', 'Gehaltsrahmen: 55k€ - 70k€', '55000-70000 EUR/year'],
  ['DE', 'Gehaltsspanne: 70-85 TEUR', '70000-85000 EUR/year'],
  ['FR', 'Salaire brut annuel : 35 000 - 40 000 euros', '35000-40000 EUR/year'],
  ['FR', 'Rémunération : 1 800 € à 2 100 € net par mois', '1800-2100 EUR/month'],
  ['BE', 'Salaire : entre 3.000 € et 3.500 € brut/mois', '3000-3500 EUR/month'],
  ['NL', 'Jaarsalaris: €45.000 - €60.000', '45000-60000 EUR/year'],
  ['NL', 'Bruto maandsalaris: 4500 - 6000 euro', '4500-6000 EUR/month'],
  ['ES', 'Sueldo: 1.400 - 1.600 € brutos mensuales', '1400-1600 EUR/month'],
  ['PT', 'Vencimento: 1500€ - 2000€ mensal', '1500-2000 EUR/month'],
  ['PL', 'Stawka: 80 – 110 PLN/godz.', '80-110 PLN/hour'],
  ['SE', 'Timlön: 160-180 kr/h', '160-180 SEK/hour'],
  ['NO', 'Timelønn: 220–260 kr/t', '220-260 NOK/hour'],
  ['DK', 'Løn: 550.000 - 650.000 kr. om året', '550000-650000 DKK/year'],
  ['CZ', 'Sazba: hrubá mzda 500 - 700 CZK/hod', '500-700 CZK/hour'],
  ['JP', '給与:年収 400万円 ~ 600万円', '4000000-6000000 JPY/year'],
  ['IN', 'Salary: Rs 40,000 - 60,000 per month', '40000-60000 INR/month'],
  ['IN', 'Package: salary 5 LPA - 7 LPA', '500000-700000 INR/year'],
  ['IN', 'Salary: INR 12,00,000 to INR 18,00,000 per annum', '1200000-1800000 INR/year'],
  ['ZA', 'Salary: R30,000 – R40,000 p/m', '30000-40000 ZAR/month'],
  ['MY', 'Salary: MYR 60,000 - 84,000 per annum', '60000-84000 MYR/year'],
  ['KR', '연봉: 5,000만원 - 7,000만원', '50000000-70000000 KRW/year'],
  ['US', 'Salary: $65,000 - $75,000 (paid bi-weekly)', '65000-75000 USD/year'],
  ['US', 'Salary: $65,000 - $75,000 DOE', '65000-75000 USD/year'],
  ['US', '$26 - $30 per hour base pay; paid every two weeks', '26-30 USD/hour'],
])('in %s, readPay reads the words, symbols and periods of %j', (country, text, pay) => {
  expect(read(text, country)).toBe(pay);
});

test.each([
  ['SE', 'Lön från 38 000 kr/månad', '38000- SEK/month'],
  ['NO', 'Lønn fra 600 000 NOK', '600000- NOK/year'],
  ['CZ', 'Mzda od 45 000 Kč/měsíc', '45000- CZK/month'],
  ['PL', 'Wynagrodzenie od 10 000 zł brutto miesięcznie', '10000- PLN/month'],
  ['MY', 'Basic salary from RM 3,500 per month', '3500- MYR/month'],
  ['JP', '年収500万円以上', '5000000- JPY/year'],
  ['IN', 'CTC up to 18 LPA', '-1800000 INR/year'],
  ['BR', 'Salário a partir de R$ 5.000,00 por mês', '5000- BRL/month'],
  ['ES', 'Salario desde 30.000 € brutos anuales', '30000- EUR/year'],
  ['ES', 'Salario hasta 35.000 € brutos/año', '-35000 EUR/year'],
  ['FR', 'Salaire à partir de 2 200 € brut mensuel', '2200- EUR/month'],
  ['FR', "Rémunération : jusqu'à 60K€", '-60000 EUR/year'],
  ['NL', 'Salaris tot € 5.000 bruto per maand', '-5000 EUR/month'],
  ['NL', 'Salaris vanaf € 2.800,- per maand', '2800- EUR/month'],
  ['DE', 'Gehalt ab 50.000 € brutto/Jahr', '50000- EUR/year'],
  ['DE', 'Jahresgehalt bis zu 70.000 €', '-70000 EUR/year'],
  ['DE', 'Stundenlohn ab 16 € pro Stunde', '16- EUR/hour'],
  ['AT', 'Mindestgehalt von € 45.000,- brutto pro Jahr', '45000- EUR/year'],
  ['AT', 'Das Bruttomindestgehalt beträgt € 2.500,- pro Monat', '2500- EUR/month'],
  ['AT', 'Gehalt: ab EUR 3.200,- brutto monatlich', '3200- EUR/month'],
  ['GB', 'Salary: up to £45,000 per annum', '-45000 GBP/year'],
  ['GB', 'Salary: £30,000+', '30000- GBP/year'],
  ['GB', 'Salary £30k+ per annum', '30000- GBP/year'],
  ['GB', 'Pay: from £12 per hour', '12- GBP/hour'],
  ['GB', 'Minimum salary: £24,000', '24000- GBP/year'],
  ['GB', 'Maximum salary £30,000 per annum', '-30000 GBP/year'],
  ['US', 'Pay: $25/hr and up', '25- USD/hour'],
  ['US', 'Base salary starting at $80,000', '80000- USD/year'],
  ['US', 'Base salary: up to $120,000 per year', '-120000 USD/year'],
  ['US', 'Salary: $60,000 or more', '60000- USD/year'],
  ['US', 'Our minimum base salary is $90,000 per year.', '90000- USD/year'],
  ['US', 'Salary: at least $52,000', '52000- USD/year'],
  ['US', 'Compensation: $95K+', '95000- USD/year'],
  ['US', 'Salary range: $95,000 and above', '95000- USD/year'],
  ['US', 'The base salary for this position is up to $95,000 per year.', '-95000 USD/year'],
  ['US', 'Salary starts at $65,000 annually', '65000- USD/year'],
  ['US', 'Hourly pay starting at $18.00', '18- USD/hour'],
  ['US', 'Pay: $18.00/hour minimum', '18- USD/hour'],
  ['US', 'Pay: up to $30/hr', '-30 USD/hour'],
  ['US', 'Pay rate: max $30 per hour', '-30 USD/hour'],
  ['US', 'Wage: min. $20/hour', '20- USD/hour'],
  ['US', 'Pay: $1,500+ per week', '1500- USD/week'],
  ['GB', 'Salary: circa up to £40,000', '-40000 GBP/year'],
  ['GB', 'Salary from £28k', '28000- GBP/year'],
  ['GB', 'Hourly rate from £11.44', '11.44- GBP/hour'],
  ['GB', 'Day rate: from £350', '350- GBP/day'],
  ['IE', 'Salary: €45,000 upwards', '45000- EUR/year'],
  ['CA', 'Salary: $60,000 minimum', '60000- CAD/year'],
  ['AU', 'Salary: up to $130,000', '-130000 AUD/year'],
  ['NZ', 'Pay: from $30 per hour', '30- NZD/hour'],
  ['DE', 'Jahresgehalt: mindestens 60.000 EUR', '60000- EUR/year'],
  ['DE', 'Stundensatz: max. 65 €/h', '-65 EUR/hour'],
  [
    'AT',
    'Das Mindestgehalt für diese Position beträgt € 38.500,- brutto jährlich, mit Bereitschaft zur Überzahlung.',
    '38500- EUR/year',
  ],
  ['FR', 'Rémunération : 45 K€ minimum', '45000- EUR/year'],
  ['FR', 'Salaire : 50 000 € maximum', '-50000 EUR/year'],
  ['IT', 'RAL fino a 40.000 €', '-40000 EUR/year'],
  ['IT', 'RAL a partire da 30.000 euro', '30000- EUR/year'],
  ['PL', 'Wynagrodzenie do 25 000 zł netto/mies.', '-25000 PLN/month'],
  ['SE', 'Lön upp till 55 000 kr per månad', '-55000 SEK/month'],
  ['NO', 'Lønn opp til NOK 900 000 per år', '-900000 NOK/year'],
  ['FI', 'Palkka alkaen 3 000 €/kk', '3000- EUR/month'],
  ['CZ', 'Mzda až 90 000 Kč měsíčně', '-90000 CZK/month'],
  ['HU', 'Fizetés: bruttó 700.000 Ft/hó-tól', '700000- HUF/month'],
  ['RO', 'Salariu până la 10.000 lei/lună', '-10000 RON/month'],
  ['IN', 'Salary: upto ₹20 LPA', '-2000000 INR/year'],
  ['IN', 'CTC: minimum 10 LPA', '1000000- INR/year'],
  ['ZA', 'Salary: from R600 000 per annum', '600000- ZAR/year'],
  ['BR', 'Salário até R$ 12.000 por mês', '-12000 BRL/month'],
])('in %s, readPay reads the open end of %j', (country, text, pay) => {
  expect(read(text, country)).toBe(pay);
});

test.each([
  ['GB', 'Salary: Â£30,000 â€“ Â£35,000', '30000-35000 GBP/year'],
  ['GB', 'Day rate: £450-£500 per day', '450-500 GBP/day'],
  ['US', 'Target hourly range: $20 - $25', '20-25 USD/hour'],
  ['US', 'The target hourly range for this role is $20.00 to $25.00.', '20-25 USD/hour'],
  ['US', 'Salary: $70,000 - $80,000, paid semi-monthly', '70000-80000 USD/year'],
  ['US', 'Salary: $70,000 - $80,000 annually, paid biweekly', '70000-80000 USD/year'],
  [
    'GB',
    'Base salary ranges: United States: $100,000 - $120,000; United Kingdom: £60,000 - £70,000',
    '60000-70000 GBP/year',
  ],
  [
    'US',
    'We are remote in the US or Canada. The salary range is $100,000 - $120,000.',
    '100000-120000 USD/year',
  ],
  [
    'US',
    'Open to candidates in the US and Canada\nSalary: $100,000 - $120,000',
    '100000-120000 USD/year',
  ],
  ['GB', 'Our US-based company pays a salary of £50,000 - £60,000', '50000-60000 GBP/year'],
  ['US', 'For candidates in New Mexico: salary $100,000 - $120,000', '100000-120000 USD/year'],
  ['US', 'Salary: min. $80,000 / max. $100,000', '80000-100000 USD/year'],
  ['US', 'Minimum salary: $80,000. Maximum salary: $100,000.', '80000-100000 USD/year'],
  ['US', 'Salary: $100,000 - $120,000+ bonus', '100000-120000 USD/year'],
])('in %s, readPay reads %j', (country, text, pay) => {
  expect(read(text, country)).toBe(pay);
});

test.each([
  ['US', 'Pay: $150 - $200 per visit'],
  ['US', 'Pay: $40 per class'],
  ['US', 'Salary: $6,000 - $8,000 per semester'],
  ['US', 'Pay: $3,000 - $3,500 twice a month'],
  ['US', 'Compensation: $1,500 every other week'],
  ['US', 'Pay: $2,500 - $3,000 semimonthly'],
  ['US', 'Wage: $900/fortnight'],
  ['US', 'Rate: $0.10 per word'],
  ['US', 'Base pay: $9,000-$12,000 quarterly'],
  ['US', 'Compensation: $250/session'],
  ['US', 'Rate: $75 - $95 per article'],
  ['DE', 'Vergütung: 1.500 € pro Auftrag'],
  ['DE', 'Gehalt: 9.000 € vierteljährlich'],
  ['FR', 'Rémunération : 9 000 € par trimestre'],
  ['ES', 'Salario: 700 € quincenales'],
  ['MX', 'Sueldo: $8,000 MXN quincenales'],
  ['US', 'Get up to $5,000 learning budget'],
  ['US', 'from $5,000'],
  ['US', 'Bonus up to $10,000'],
  ['US', 'Salary plus a bonus of up to $10,000'],
  ['US', 'Up to $2,000 relocation'],
  ['US', 'Earn up to $2,000 per week!'],
  ['US', 'Competitive salary and up to $1,000 home office stipend'],
  ['US', 'We pay competitive salaries. Deals start from $50,000.'],
  ['US', 'Our plans start from $99 per month; pay as you go.'],
  ['US', 'Our minimum wage is $17 an hour.'],
  ['DE', 'Attraktives Gehalt und bis zu 500 € Weiterbildungsbudget'],
  ['DE', 'Gehalt nach Vereinbarung, 50 € Sachbezug monatlich'],
  ['DE', 'Prämie von bis zu 1.000 €'],
  ['FR', "Prime d'intéressement jusqu'à 3 000 €"],
  ['NL', 'Opleidingsbudget van € 1.500 per jaar'],
  ['DE', 'Salary range in the US: $100,000 - $120,000'],
  ['FR', 'Salary in Germany: €75,000 - €85,000'],
  ['MX', 'Salary: $100,000 - $120,000'],
  ['JM', 'Salary: $3,000,000 - $4,000,000 per year'],
  ['US', 'Salary over $100,000'],
  ['US', 'Salary: around $50,000'],
  ['US', 'Our customers pay from $99 per month.'],
  ['US', 'You will own a budget of up to $2M per year and report to the pay team.'],
  ['US', 'Salary commensurate with experience. Sign-on bonus from $5,000.'],
  ['US', '401k match up to $6,000 per year on top of base salary'],
  ['US', 'In addition to your base salary you get up to $3,000 per year for learning.'],
  ['US', 'Base salary + commission up to $50,000 per year'],
  ['US', 'Manage accounts from $50,000 in annual revenue; competitive base'],
  ['US', 'We raised $52,000,000 or more; salary competitive'],
  ['US', 'Minimum order $50,000. Salary negotiable.'],
  ['US', 'Bonus: $500 minimum'],
  ['US', 'OTE up to $150,000'],
  ['US', 'Total compensation from $200,000'],
  ['US', 'Uncapped commission, earn from $100,000 a year'],
  ['US', 'Childcare: up to $10,000 per year. Pay is competitive.'],
  ['US', 'Relocation max $10,000'],
  ['GB', 'Cycle to work up to £3,000 and a competitive salary'],
  ['GB', 'Salary sacrifice up to £5,000 per year'],
  ['DE', 'Zuschuss bis zu 1.200 € pro Jahr zusätzlich zum Gehalt'],
  ['DE', 'Umsatz ab 50.000 € pro Monat'],
  ['DE', 'Gehalt + bis zu 10.000 € Bonus pro Jahr'],
  ['DE', '13. Gehalt, Urlaubsgeld bis 2.000 € im Jahr'],
  ['FR', "Chiffre d'affaires à partir de 50 000 €"],
  ['FR', "Prise en charge du transport jusqu'à 1 000 € par an"],
  ['NL', 'Thuiswerkvergoeding tot € 1.500 per jaar'],
  ['ES', 'Presupuesto hasta 50.000 € anuales'],
  ['PL', 'Premia od 20 000 zł rocznie'],
  ['SE', 'Friskvårdsbidrag upp till 30 000 kr per år'],
  ['IN', 'Joining bonus up to ₹5,00,000'],
  ['IN', 'Manage sales of Rs. 50 lakhs per annum'],
  ['US', 'Salary history: 5-10 years'],
  ['US', 'Over 500 R&D people, pay competitive'],
  ['US', 'Pay: TBD. Deal size $50k+'],
  ['PK', 'Salary: Rs. 100,000 - 150,000 per month'],
  ['US', 'Pay: $500 - $800 per gig'],
  ['US', 'Pay: $2,000 - $2,400 every 2 weeks'],
  ['US', 'Pay: $60 - $80 per delivery'],
  ['US', 'Salary: $20,000 - $25,000 per season'],
  ['GB', 'Rate: £120 - £150 per session'],
  ['AU', 'Salary: $3,000 - $3,500 per fortnight'],
  ['US', 'Stipend: $3,000 per semester'],
])('in %s, readPay finds no pay in %j', (country, text) => {
  expect(read(text, country)).toBeUndefined();
});
