import { describe, expect, test } from 'vitest';
import { RATED_CURRENCIES } from '#shared/domain/yearly-amount.ts';
import { DEFAULT_RATES, dollarsPer, parseExchangeRates } from './exchange-rates.ts';

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope><Cube>
  <Cube time='2026-11-19'><Cube currency='USD' rate='1.2'/><Cube currency='GBP' rate='0.8'/></Cube>
  <Cube time='2026-11-20'><Cube currency='USD' rate='1.25'/><Cube currency='GBP' rate='0.9'/></Cube>
  <Cube time='2026-11-18'><Cube currency='USD' rate='1.1'/><Cube currency='PLN' rate='4.2'/></Cube>
</Cube></gesmes:Envelope>`;

describe('parseExchangeRates', () => {
  test('reads the latest day of an XML file', () => {
    expect(parseExchangeRates(XML)).toEqual({
      date: '2026-11-20',
      perEuro: { EUR: 1, USD: 1.25, GBP: 0.9 },
    });
  });

  test('reads the CSV file of one day', () => {
    expect(parseExchangeRates('Date, USD, GBP, \n20 November 2026, 1.25, 0.9, \n')).toEqual({
      date: '2026-11-20',
      perEuro: { EUR: 1, USD: 1.25, GBP: 0.9 },
    });
  });

  test('reads the latest day of a CSV file, except currencies without a rate on that day', () => {
    const csv = 'Date,USD,CYP,GBP,\r\n2026-11-20,1.25,N/A,0.9,\r\n2026-11-19,1.2,N/A,0.8,\r\n';
    expect(parseExchangeRates(csv)).toEqual({
      date: '2026-11-20',
      perEuro: { EUR: 1, USD: 1.25, GBP: 0.9 },
    });
  });

  test.each([
    ['', 'contains no exchange rates'],
    ['<html></html>', 'contains no exchange rates'],
    ['Date,USD\nyesterday,1.2', 'contains no exchange rates'],
    ['Date,GBP\n2026-11-20,0.9', 'no rate for the US dollar'],
    ["<Cube time='2026-11-20'><Cube currency='USD' rate='0'/></Cube>", 'no rate for the US dollar'],
    [
      "<Cube time='2026-13-41'><Cube currency='USD' rate='1'/></Cube>",
      'contains no exchange rates',
    ],
  ])('parseExchangeRates rejects %j', (text, reason) => {
    expect(() => parseExchangeRates(text)).toThrow(reason);
  });
});

test('the rate of a currency is converted to US dollars', () => {
  const rates = parseExchangeRates(XML);
  expect(dollarsPer('USD', rates)).toBe(1);
  expect(dollarsPer('EUR', rates)).toBe(1.25);
  expect(dollarsPer('GBP', rates)).toBeCloseTo(1.3889, 4);
  expect(dollarsPer('PLN', rates)).toBeUndefined();
});

test('a new board has a rate for each currency that a search accepts', () => {
  expect(Object.keys(DEFAULT_RATES.perEuro).sort()).toEqual([...RATED_CURRENCIES].sort());
});
