/** Exchange rates of a day. */
export type ExchangeRates = {
  /** The day that they are of, such as `2026-06-30`. */
  date: string;
  /** How much of each currency (ISO 4217) one US dollar buys. */
  rates: Record<string, number>;
};

/**
 * Approximate reference rates, good enough to judge whether an amount may be pay.
 * Currencies that lose value fast, such as the Turkish lira, are left out, because an old rate would mislead.
 */
export const REFERENCE_RATES: ExchangeRates = {
  date: '2026-06-30',
  rates: {
    USD: 1,
    AED: 3.6725,
    AUD: 1.48,
    BRL: 5.4,
    CAD: 1.38,
    CHF: 0.8,
    CLP: 920,
    CNY: 7.05,
    COP: 3_850,
    CZK: 20.9,
    DKK: 6.4,
    EUR: 0.857,
    GBP: 0.745,
    HKD: 7.8,
    HUF: 330,
    IDR: 16_700,
    ILS: 3.2,
    INR: 90,
    ISK: 125,
    JPY: 155,
    KRW: 1_450,
    MXN: 17.9,
    MYR: 4.1,
    NOK: 10,
    NZD: 1.72,
    PHP: 58.5,
    PLN: 3.63,
    QAR: 3.64,
    RON: 4.36,
    SAR: 3.75,
    SEK: 9.3,
    SGD: 1.29,
    THB: 32,
    TWD: 31.3,
    UAH: 42.5,
    VND: 26_300,
    ZAR: 17,
  },
};

/** Converts an amount to US dollars; undefined for a currency without a rate. @param currency ISO 4217 */
export function toDollars(
  amount: number,
  currency: string,
  { rates }: ExchangeRates = REFERENCE_RATES,
): number | undefined {
  const rate = Object.hasOwn(rates, currency) ? rates[currency] : undefined;
  return rate === undefined ? undefined : amount / rate;
}
