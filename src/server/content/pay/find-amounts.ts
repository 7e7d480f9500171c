import { CURRENCY } from './currencies.ts';
import { PAY_WORDS } from './pay-words.data.ts';
import { PERIOD_BESIDE } from './periods.ts';
import { anyOf } from './word-pattern.ts';

/** An amount of money in a text, or a span of two amounts. */
export type Amount = {
  /** The positions in the text at which the amount starts and ends (UTF-16 code units). */
  start: number;
  end: number;
  minimum: number;
  maximum: number;
  /** The text between the two amounts of a span; undefined for a single amount. */
  between: string | undefined;
  /** The symbols or codes beside the figures. */
  currencies: string[];
  /** The text directly after each figure: a unit such as "/hour", or "LPA" (lakhs per annum). */
  units: string[];
};

// Every repetition has a limit, so that each position of the text is tried in constant time.
const SPACE = String.raw`[ \n]{0,3}`;
const NUMBER = String.raw`(?:\d{1,3}(?:[,.'’ ]\d{3}){1,3}(?:[,.]\d{1,2})?|\d{1,3}(?:,\d{2}){1,2},\d{3}(?:\.\d{1,2})?|\d{1,9}(?:[,.]\d{1,2})?)`;
/** Matches the end of a whole amount, as in "45.000,-" and "25,000/-". */
const WHOLE = String.raw`(?:[,.][-–—]{1,2}|\/-)`;

const FACTORS = new Map(
  Object.entries(PAY_WORDS.scales).flatMap(([factor, words]) =>
    words.map((word) => [word.toLowerCase(), Number(factor)]),
  ),
);
/** The factor that is used only with rupees. */
const LAKH = 100_000;

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const scaleWords = Object.values(PAY_WORDS.scales).flat();
const [characters, scales] = [/^[万萬만]$/, /^[^万萬만]/].map((kind) =>
  anyOf(
    scaleWords
      .filter((word) => kind.test(word))
      .flatMap((word) =>
        word.length === 1
          ? [word]
          : [word, word.toLowerCase(), word.toUpperCase(), capitalized(word)],
      ),
  ),
);
const SCALE = String.raw`(?: ?(?:${characters}|${scales}(?![\p{L}\d])))`;
/** Matches billions, trillions and percentages, which are never pay. T before a currency stands for thousands. */
const LARGE = String.raw`\+? ?(?:(?:[bB]|[bB]n|billion|trillion|%)(?!\p{L})|[tT](?![\p{L}€£]))`;
const ONE = (name: string) =>
  String.raw`(?:(?<${name}Before>${CURRENCY})(?: ?[$€£])?${SPACE})?(?<![\d,.])(?<${name}Number>${NUMBER})${WHOLE}?(?!\d|[,.]\d|${LARGE})(?<${name}Scale>${SCALE})?(?:${SPACE}(?<${name}After>${CURRENCY}))?(?<${name}Unit>${PERIOD_BESIDE})?`;
const { and, to, upTo } = PAY_WORDS;
/** Words between two amounts, in small letters. */
const JOINTS = anyOf([...and, ...to]);
const BETWEEN = String.raw`${SPACE}(?:[-–—−‑~～〜]{1,2}(?: ?(?:and|to)(?!\p{L}))?|(?:up )?${JOINTS}(?!\p{L}))${SPACE}(?:${anyOf(upTo.filter((word) => /^\p{L}/u.test(word)))} )?`;

const AMOUNT = new RegExp(`${ONE('from')}(?:(?<between>${BETWEEN})${ONE('to')})?`, 'uy');

/** The maximum distance between the start of an amount and its first digit (UTF-16 code units). */
const MAX_PREFIX = 8;

/** The maximum number of amounts. A text with more amounts is not a job description. */
const MAX_AMOUNTS = 100;

/** Finds the first amounts in a text in linear time. A figure counts only if a currency is beside it. */
export function findAmounts(text: string): Amount[] {
  const amounts: Amount[] = [];
  for (const match of matchesIn(text)) {
    const groups = match.groups ?? {};
    const { fromBefore, fromAfter, toBefore, toAfter } = groups;
    const written = [fromBefore, fromAfter, toBefore, toAfter].filter((one) => one !== undefined);
    const scales = [
      scaleOf(groups.fromScale, fromBefore, fromAfter),
      scaleOf(groups.toScale, toBefore, toAfter),
    ] as const;
    const isLakh = scales.includes(LAKH);
    const currencies = written.length === 0 && isLakh ? ['₹'] : written.map(withoutScale);
    if (currencies.length === 0 || (isLakh && !currencies.every(isRupee))) continue;
    if (amounts.length === MAX_AMOUNTS) break;
    const isSpan = groups.toNumber !== undefined;
    const from = parseFigure(groups.fromNumber ?? '', scales[0]);
    // In "TEUR 45–55", the T applies to both figures.
    const isScaledBefore = scaleOf(undefined, fromBefore) > 1 && scales[1] === 1;
    const to = isSpan
      ? parseFigure(groups.toNumber ?? '', isScaledBefore ? scales[0] : scales[1])
      : from;
    // In "80–100K", the K applies to both figures.
    const shared = isSpan && scales[0] === 1 && from < to && from * scales[1] <= to;
    amounts.push({
      start: match.index,
      end: match.index + match[0].length,
      minimum: shared ? from * scales[1] : from,
      maximum: to,
      between: groups.between?.trim(),
      currencies,
      units: [groups.fromUnit, groups.toUnit, /LPA/i.test(match[0]) ? 'LPA' : undefined].filter(
        (one) => one !== undefined,
      ),
    });
  }
  return amounts;
}

/** Matches a T or k before a currency, which stands for thousands. */
const SCALED = /^[kKT](?=[€£]|[A-Z]{3}$)/;
const withoutScale = (currency: string) => currency.replace(SCALED, '');
const isRupee = (currency: string) => /^(?:₹|INR₹?|inr|Inr|Rs\.?)$/.test(currency);

/** Yields the matches in a text, from left to right. Tries only positions near digits, because most are far from any. */
function* matchesIn(text: string): Generator<RegExpExecArray> {
  let start = 0;
  for (let digit = 0; digit < text.length; digit += 1) {
    const code = text.charCodeAt(digit);
    if (code < 48 || code > 57) continue;
    for (let at = Math.max(start, digit - MAX_PREFIX); at <= digit; at += 1) {
      AMOUNT.lastIndex = at;
      const match = AMOUNT.exec(text);
      if (!match) continue;
      yield match;
      digit = at + match[0].length - 1;
      break;
    }
    start = digit + 1;
  }
}

/** Parses a figure such as "50,000.00", "50.000,00" or "12.5". Returns NaN if it is none. */
export function parseFigure(written: string, scale = 1): number {
  const grouped = /^\d{1,3}(?:[,.'’ ]\d{2,3})*[,.'’ ]\d{3}(?:[,.]\d{1,2})?$/.test(written);
  if (!grouped) return round(Number(written.replace(',', '.')) * scale);
  const [, whole = '', fraction = ''] = /^(.*?\D\d{3})(?:[,.](\d{1,2}))?$/.exec(written) ?? [];
  return round(Number(`${whole.replace(/\D/g, '')}.${fraction || 0}`) * scale);
}

/** Removes the rounding error of multiplying a decimal, such as 189.6 thousand. */
function round(amount: number): number {
  return Math.round(amount * 100) / 100;
}

/** The factor of a figure, by the word behind it and by the currencies beside it. */
function scaleOf(word: string | undefined, ...currencies: (string | undefined)[]): number {
  const factor = FACTORS.get(word?.trim().toLowerCase() ?? '');
  return factor ?? (currencies.some((currency) => SCALED.test(currency ?? '')) ? 1_000 : 1);
}
