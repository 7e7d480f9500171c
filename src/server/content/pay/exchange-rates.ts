import { isPlainDate } from '#shared/domain/plain-date.ts';

/** Reference rates of one day. */
export type ExchangeRates = {
  /** The day of the rates, such as `2026-11-20`. */
  date: string;
  /** How many units of each currency (ISO 4217) one euro buys. */
  perEuro: Record<string, number>;
};

/**
 * The rates of a new board: the reference rates of the European Central Bank, and approximate rates of other
 * currencies.
 * https://www.ecb.europa.eu/stats/policy_and_exchange_rates/euro_reference_exchange_rates/html/index.en.html
 */
export const DEFAULT_RATES: ExchangeRates = {
  date: '2025-10-21',
  perEuro: {
    EUR: 1,
    USD: 1.1607,
    JPY: 176.45,
    BGN: 1.9558,
    CZK: 24.314,
    DKK: 7.4691,
    GBP: 0.8678,
    HUF: 389.63,
    PLN: 4.2393,
    RON: 5.0838,
    SEK: 10.9345,
    CHF: 0.923,
    ISK: 141.6,
    NOK: 11.6693,
    TRY: 48.7114,
    AUD: 1.7885,
    BRL: 6.2526,
    CAD: 1.6301,
    CNY: 8.2626,
    HKD: 9.0204,
    IDR: 19_272.67,
    ILS: 3.8174,
    INR: 102.1073,
    KRW: 1_660.38,
    MXN: 21.4006,
    MYR: 4.9086,
    NZD: 2.0287,
    PHP: 67.761,
    SGD: 1.5061,
    THB: 38.071,
    ZAR: 20.1148,
    // These currencies are pegged to the US dollar.
    AED: 4.2627,
    QAR: 4.225,
    SAR: 4.3526,
    // The following rates are approximate.
    CLP: 1_105,
    COP: 4_500,
    TWD: 35.7,
    UAH: 48.5,
    VND: 30_500,
  },
};

/** How many US dollars a unit of a currency buys; undefined if the rate is unknown. */
export function dollarsPer(currency: string, { perEuro }: ExchangeRates): number | undefined {
  const [dollars, units] = [perEuro.USD, perEuro[currency]];
  return dollars !== undefined && units !== undefined ? dollars / units : undefined;
}

/**
 * Reads a file of the European Central Bank, in XML or CSV, with the rates of one or more days. Returns the rates of
 * the latest day.
 * @throws {RangeError} with the reason if the file contains no rates of the US dollar
 */
export function parseExchangeRates(text: string): ExchangeRates {
  const rates = text.trimStart().startsWith('<') ? parseXml(text) : parseCsv(text);
  if (!rates || !isPlainDate(rates.date)) throw new RangeError('it contains no exchange rates');
  if (rates.perEuro.USD === undefined) throw new RangeError('it has no rate for the US dollar');
  return { ...rates, perEuro: { EUR: 1, ...rates.perEuro } };
}

function parseXml(text: string): ExchangeRates | undefined {
  const days = [...text.matchAll(/\btime=["']([\d-]+)["']/g)];
  const [latest, ...others] = days.sort(([, a = ''], [, b = '']) => b.localeCompare(a));
  if (!latest?.[1]) return undefined;
  const end = Math.min(
    text.length,
    ...others.map(({ index }) => index).filter((index) => index > latest.index),
  );
  const rates = text
    .slice(latest.index, end)
    .matchAll(/\bcurrency=["']([A-Z]{3})["']\s+rate=["']([\d.]+)["']/g);
  return { date: latest[1], perEuro: numbers([...rates].map(([, code, rate]) => [code, rate])) };
}

function parseCsv(text: string): ExchangeRates | undefined {
  const [header = [], ...lines] = text
    .split(/\r?\n/)
    .filter((line) => line.trim())
    .map((line) => line.split(',').map((cell) => cell.trim()));
  const days = lines.map(([day = '', ...rates]) => ({ date: toPlainDay(day), rates }));
  const [latest] = days.sort((a, b) => b.date.localeCompare(a.date));
  if (!latest) return undefined;
  const pairs = latest.rates.map((rate, index) => [header[index + 1], rate]);
  return { date: latest.date, perEuro: numbers(pairs) };
}

/** The daily file writes "21 October 2025", and the files of several days `2025-10-21`. */
function toPlainDay(written: string): string {
  if (isPlainDate(written)) return written;
  const time = Date.parse(`${written} UTC`);
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10);
}

function numbers(pairs: (string | undefined)[][]): Record<string, number> {
  return Object.fromEntries(
    pairs.flatMap(([code, rate]) =>
      code &&
      /^[A-Z]{3}$/.test(code) &&
      /^\d{1,9}(\.\d{1,9})?$/.test(rate ?? '') &&
      Number(rate) > 0
        ? [[code, Number(rate)]]
        : [],
    ),
  );
}
