import { CURRENCY } from './currencies.ts';

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
const NUMBER = String.raw`\d{1,3}(?:[,.'’ ]\d{3}){1,3}(?:[,.]\d{1,2})?|\d{1,3}(?:,\d{2}){1,2},\d{3}|\d{1,9}(?:[,.]\d{1,2})?`;
const SCALE = String.raw`(?: ?(?:[kKmM]|tys\.?|LPA|lpa|lakhs?|lacs?|million|mio|thousand)(?![\p{L}\d]))`;
/** Matches billions, trillions and percentages, which are never pay. */
const LARGE = String.raw`\+? ?(?:[bBtT]|[bB]n|billion|trillion|%)(?!\p{L})`;
const UNIT = String.raw`(?: ?(?:/|per |an? |p\.? ?)[ ]?(?:hour|hr|h|year|yr|annum|a\.?|month|mo|week|wk|day|d)(?!\p{L}))`;
const ONE = (name: string) =>
  String.raw`(?:(?<${name}Before>${CURRENCY})(?: ?[$€£])?${SPACE})?(?<![\d,.])(?<${name}Number>${NUMBER})(?!\d|[,.]\d|${LARGE})(?<${name}Scale>${SCALE})?(?:${SPACE}(?<${name}After>${CURRENCY}))?(?<${name}Unit>${UNIT})?`;
const BETWEEN = String.raw`${SPACE}(?:[-–—−‑~]{1,2}(?: ?(?:and|to)(?!\p{L}))?|(?:up )?to|and|bis(?: zu)?|à|until|through)${SPACE}(?:up to )?`;

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
    const currencies = [
      groups.fromBefore,
      groups.fromAfter,
      groups.toBefore,
      groups.toAfter,
    ].filter((written) => written !== undefined);
    if (currencies.length === 0) continue;
    if (amounts.length === MAX_AMOUNTS) break;
    const scales = [scaleOf(groups.fromScale), scaleOf(groups.toScale)] as const;
    const from = parseNumber(groups.fromNumber ?? '', scales[0]);
    const isSpan = groups.toNumber !== undefined;
    const to = isSpan ? parseNumber(groups.toNumber ?? '', scales[1]) : from;
    // In "80–100K", the K applies to both figures.
    const shared = isSpan && scales[0] === 1 && from < to && from * scales[1] <= to;
    amounts.push({
      start: match.index,
      end: match.index + match[0].length,
      minimum: shared ? from * scales[1] : from,
      maximum: to,
      between: groups.between?.trim(),
      currencies,
      units: [groups.fromUnit, groups.toUnit, /LPA/i.exec(match[0])?.[0]].filter(
        (written) => written !== undefined,
      ),
    });
  }
  return amounts;
}

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

function parseNumber(written: string, scale: number): number {
  const grouped = /^\d{1,3}(?:[,.'’ ]\d{2,3})*[,.'’ ]\d{3}(?:[,.]\d{1,2})?$/.test(written);
  if (!grouped) return round(Number(written.replace(',', '.')) * scale);
  const [, whole = '', fraction = ''] = /^(.*?\D\d{3})(?:[,.](\d{1,2}))?$/.exec(written) ?? [];
  return round(Number(`${whole.replace(/\D/g, '')}.${fraction || 0}`) * scale);
}

/** Removes the rounding error of multiplying a decimal, such as 189.6 thousand. */
function round(amount: number): number {
  return Math.round(amount * 100) / 100;
}

function scaleOf(written = ''): number {
  switch (written.trim().toLowerCase().replace('.', '')) {
    case '':
      return 1;
    case 'k':
    case 'tys':
    case 'thousand':
      return 1_000;
    case 'm':
    case 'mio':
    case 'million':
      return 1_000_000;
    default:
      return 100_000;
  }
}
