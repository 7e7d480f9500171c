import type { PayUnit } from '#shared/contract/job-responses.ts';
import type { StatedPay } from '#shared/contract/stated-pay.ts';
import { yearly } from '#shared/domain/pay.ts';
import { countryBeside } from './countries.ts';
import { currencyOf, localCurrency } from './currencies.ts';
import { DEFAULT_RATES, dollarsPer } from './exchange-rates.ts';
import { type Amount, findAmounts } from './find-amounts.ts';
import { PAY_WORDS } from './pay-words.data.ts';
import { firstPeriod, lastPeriod, type Period, periodBeside } from './periods.ts';
import { wholeWords } from './word-pattern.ts';

type Candidate = StatedPay & {
  isSpan: boolean;
  /** The country for which the text states the amount (ISO 3166-1 alpha-2). */
  place: string | undefined;
  /** Whether other places follow in the text. */
  isRegional: boolean;
};

/** How much text before and after an amount is read to find out what the amount is (UTF-16 code units). */
const BEFORE = 240;
const AFTER = 90;

const PAY = new RegExp(
  String.raw`\b(?:salar(?:y|ies)|compensation|comp(?=[ :])|hiring range|(?<=(?:position|role|job|this) )pays|remuneration|(?<!(?:minimum|living) )wages?|(?:hourly|daily|day|weekly|monthly|annual|yearly|pay|fixed|base|contract) rates?|rates?(?= range|:)|rate of pay|earnings|pa(?:y|id)|(?:hourly|salary|annual|yearly|monthly) range|base|gross|brutto)\b|💰|💵|💸|💶|💷|${wholeWords(PAY_WORDS.pay)}`,
  'giu',
);

/** Matches words for money that is not pay. The last such word before an amount decides what the amount is. */
const OTHER = new RegExp(
  String.raw`\b(?:bonus(?:es)?|sign(?:ing)?[- ]?on|signing|commissions?|incentives?|stipends?|allowances?|budgets?|revenues?|ARR\w?|MRR|GMV|GSV|AUM|fund(?:s|ed|ing|raise|raising)?|rais(?:e|ed|es|ing)|seed|series [a-f]|round|valuation|valued|worth|invest\w*|back(?:ed|ing)|equity|stocks?|options?|RSUs?|shares?|grants?|401 ?\(?k\)?|match(?:es|ed|ing)?|pension|contribut\w+|reimburs\w+|credits?|vouchers?|per diem|overtime|differentials?|rewards?|subsid\w+|benefits?|price[ds]?|pric(?:ing|ey)|fees?|costs?|deals?|quotas?|ACV|TCV|pipelines?|spend(?:ing|s)?|spent|sav(?:e|es|ed|ing|ings)|donat\w*|charit\w*|prizes?|awards?|referr\w+|relocat\w+|insurance|deductible|sacrifice|loans?|mortgages?|volumes?|markets?|industry|portfolios?|assets|transactions?|penalt\w+|tuition|learning|wellness|lunch|meals?|gym|equipment|travel|coaching|minimum wages?|living wages?|exempt\w*|thresholds?|statut\w+|packages ranging|customers?|clients?|users?|households?|patients?|consumers?|profits?|income|discount\w*|debts?|balances?|payments?|payouts?|payroll|invoices?|cap(?:ped)?)\b|${wholeWords(PAY_WORDS.otherMoney)}`,
  'giu',
);

/** Matches words that show that an amount is not base pay, wherever they are in its sentence. */
const NOT_BASE =
  /\b(?:OTE|OTC|TTC|on[- ]?target|total (?:\w+ ){0,3}(?:compensation|comp|earnings|rewards?|cash|package|pay)|target (?:total|cash|earnings)|uncapped|average|avg|median|referrals?|exempt employees|thresholds?|minimum wage|unlimited earning|earning potential|top (?:performers|earners)|packages ranging|equivalent to \$)\b/iu;

/**
 * Matches words after a span that show that it is pay, whatever precedes the span: "we offer $80K–$90K base",
 * "$80K–$90K + equity".
 */
const BASE = /\b(?:base|salary)\b/i;
const WITH_EQUITY = /^ ?(?:\+|plus|and|&) (?:[\w-]+ ){0,2}equity\b/i;

/** Matches words after an amount which show that the amount includes variable pay. */
const TARGET = /\b(?:OTE|on[- ]?target)\b/i;

/** Matches another amount in parentheses: "$65K base ($80K OTE)". */
const OTHER_FIGURE = /\([^()]{0,10}\d[^()]{0,80}/;

/** Matches the end of the text before an amount that is an open end, or that is neither the pay nor a promised bound. */
const before = (words: readonly string[]) => String.raw`${wholeWords(words)}[ \n:(]{0,3}$`;
const nouns = (words: readonly string[]) => String.raw`|${wholeWords(words)}[^\d\n]{0,40}$`;
const FROM = new RegExp(before(PAY_WORDS.from) + nouns(PAY_WORDS.floors), 'iu');
const UP_TO = new RegExp(before(PAY_WORDS.upTo) + nouns(PAY_WORDS.ceilings), 'iu');
const UNCLEAR = new RegExp(before(PAY_WORDS.unclear), 'iu');

/** Matches the start of the text after an amount that is an open end. */
const behind = (words: readonly string[]) =>
  String.raw`^,?[ \n]?\(?${wholeWords(words)}(?!:? ?(?:\p{Sc}|\p{Lu}{3})? ?\d| (?:of|wage|hours?)\b)`;
const FROM_BEHIND = new RegExp(
  String.raw`${behind(PAY_WORDS.fromBehind)}|^\+(?= ?(?:$|[.,;)\n/]|per\b|an? (?:hour|year|month|week|day)\b|p\.?a\b))`,
  'iu',
);
const UP_TO_BEHIND = new RegExp(behind(PAY_WORDS.upToBehind), 'iu');

/** Matches promises of what somebody may earn, which are no bounds of base pay. */
const PROMISE = /\b(?:earn(?:s|ed|ings?)?|mak(?:e|es|ing)|potential|save[sd]?|opportunity)\b/iu;

/** Matches the words before the two amounts of a span that "and" joins, and those words between them. */
const BETWEEN = new RegExp(
  String.raw`${wholeWords(PAY_WORDS.between)}[^\p{L}\d]{0,5}(?:\p{Sc}|\p{L}{1,3}\.?)?[^\p{L}\d]{0,3}$`,
  'iu',
);
const AND = new Set(PAY_WORDS.and);

/**
 * Matches text after an amount that is not the whole pay: a third amount, fourteen salaries, or a part of full-time
 * pay.
 */
const CONTINUES = /^ ?(?:[-–—] ?\p{Sc}? ?\d{2}|[x×*] ?\d|[^.]{0,30}\bpro[- ]?rat)/iu;

/** Matches the end of an amount's phrase. After a single amount, "for" may begin its purpose: "$500 for travel". */
const PHRASE_END =
  /[.,;:()+|/•\n]|\b(?:plus|and|with|in addition|depending|commensurate|based|or|which|as|if)\b/iu;
const SPAN_END = /\bfor\b/iu;
const PURPOSE =
  /^[ \n]?(?:towards?|for(?! (?:this|the) (?:role|position|job)| \d{1,2}[ -](?:hours?|hrs?|days?|weeks?)))\b/iu;

/**
 * Matches a mention of other regions after an amount. If no amounts for the other regions follow, the job may be in one
 * of those regions.
 */
const ELSEWHERE =
  /\b(?:other|different) (?:[\w.]+ )?(?:locations?|markets?|regions?|geographies)\b/iu;

/** Matches what a heading names besides pay, as in "Salary and benefits". */
const ADDITIONS = /(?:\band|&|\+|,) (?:benefits|perks|equity|bonus(?:es)?)\b/giu;

/** The maximum length of a sentence that may belong to the line above (UTF-16 code units). */
const SHORT = 40;

/** The maximum distance between the spans of a list (UTF-16 code units). */
const LIST_GAP = 55;

/**
 * The minimum plausible pay in US dollars per year, and the maximum for each unit. Pay above the maximum has the wrong
 * unit: "£30,000 paid monthly" is yearly pay.
 */
const LEAST_A_YEAR = 6_000;
const LEAST_WHERE_PAY_IS_LOW = 1_200;
const MOST: Record<PayUnit, number> = {
  year: 3_000_000,
  month: 20_000,
  week: 10_000,
  day: 2_500,
  hour: 300,
};

/** The maximum ratio between the ends of a span. A wider span is not a salary range. */
const WIDEST = 5;

/**
 * Reads the pay in a description. Returns undefined if the description states no pay, or only other money such as bonuses
 * or revenue. An ambiguous text also yields undefined, because precision matters more than recall. Several spans, for
 * example for regions or levels, are combined from the lowest to the highest amount if they share currency and unit. Only
 * those for the job's country count, if the text says for which country each is, and if there are several currencies,
 * those in the currency of the job's country. An open end ("from", "up to") is a bound that is null. The time is linear
 * in the length of the text.
 * @param options.country the country of the job (ISO 3166-1 alpha-2), which decides what "$" means
 */
export function readPay(
  markdown: string,
  { country }: { country?: string | undefined } = {},
): StatedPay | undefined {
  const text = toLines(markdown);
  const candidates: Candidate[] = [];
  const amounts = findAmounts(text);
  let previous: Amount | undefined;
  for (const [index, amount] of amounts.entries()) {
    const gap =
      previous && text.slice(previous.end, Math.min(amount.start, previous.end + LIST_GAP + 1));
    // "€60,000 (about $65,000)" repeats the amount in another currency.
    if (gap !== undefined && /^[ \n]?[([][^)\]\d]{0,15}$/.test(gap)) continue;
    const isNext = gap !== undefined && isNextSpan(previous, amount, gap);
    const place = countryBeside(
      labelBefore(text, amount.start, amounts[index - 1]?.end ?? 0),
      text.slice(amount.end, Math.min(amount.end + AFTER, amounts[index + 1]?.start ?? Infinity)),
    );
    const candidate = toCandidate(text, amount, { country, place, isNext });
    previous = candidate && amount;
    if (candidate) candidates.push(candidate);
  }
  return combine(candidates, country);
}

/** The sentence before an amount, after the amount that precedes it, and a short heading above it. */
function labelBefore(text: string, start: number, end: number): string {
  const window = text.slice(Math.max(end, start - 120), start);
  const [line = '', above = ''] = window.split('\n').reverse();
  const sentence = sentencesOf(line).at(-1) ?? '';
  const isHeaded = sentence === line && Math.max(line.length, above.length) <= SHORT;
  return isHeaded && !above.endsWith('.') ? `${above}\n${line}` : sentence;
}

function combine(all: Candidate[], country: string | undefined): StatedPay | undefined {
  const candidates = forCountry(all, country);
  const spans = candidates.filter(({ isSpan }) => isSpan);
  let counted = spans.length > 0 ? spans : candidates;
  if (new Set(counted.map(({ currency }) => currency)).size > 1) {
    const local = localCurrency(country);
    counted = counted.filter(({ currency }) => currency === local);
  }
  const [first, ...others] = counted;
  if (!first || others.some(({ unit }) => unit !== first.unit)) return undefined;
  if (counted.at(-1)?.isRegional) return undefined;
  const { currency, unit } = first;
  const bounds = spans.length > 0 ? envelope(counted) : boundsOfOne(counted);
  return bounds && { ...bounds, currency, unit };
}

/**
 * The amounts for the job's country: if some name other countries, those that name it, or else those in its currency that
 * name none.
 */
function forCountry(candidates: Candidate[], country: string | undefined): Candidate[] {
  const isElsewhere = ({ place }: Candidate) => place !== undefined && place !== country;
  if (country === undefined || !candidates.some(isElsewhere)) return candidates;
  const here = candidates.filter(({ place }) => place === country);
  if (here.length > 0) return here;
  const local = localCurrency(country);
  return candidates.filter(({ place, currency }) => !place && currency === local);
}

type Bounds = Pick<StatedPay, 'minimum' | 'maximum'>;

/** The lowest and the highest amount of several spans. */
function envelope(spans: Bounds[]): Bounds {
  return {
    minimum: Math.min(...spans.map(({ minimum }) => minimum ?? 0)),
    maximum: Math.max(...spans.map(({ maximum }) => maximum ?? 0)),
  };
}

/**
 * The bounds of the only amount, or of two open ends: "min. $80,000, max. $100,000". If a text has several other single
 * amounts, they are for different things.
 */
function boundsOfOne(singles: Bounds[]): Bounds | undefined {
  const different = new Map(singles.map((one) => [`${one.minimum}-${one.maximum}`, one]));
  const [first, second, ...others] = different.values();
  if (!first || others.length > 0) return undefined;
  if (!second) return { minimum: first.minimum, maximum: first.maximum };
  const isOpen = [first, second].every(
    ({ minimum, maximum }) => minimum === null || maximum === null,
  );
  const minimum = first.minimum ?? second.minimum;
  const maximum = first.maximum ?? second.maximum;
  if (!isOpen || minimum === null || maximum === null) return undefined;
  return minimum <= maximum && maximum <= WIDEST * minimum ? { minimum, maximum } : undefined;
}

/**
 * Whether a span continues a list of pay, for example for levels or regions: "Junior: $80K–$90K, senior: $90K–$110K".
 */
function isNextSpan(previous: Amount | undefined, amount: Amount, gap: string): boolean {
  return (
    previous?.between !== undefined &&
    amount.between !== undefined &&
    gap.length <= LIST_GAP &&
    lastMatch(gap, OTHER) < 0 &&
    !/\b(?:packages?|total|cash|variable)\b/i.test(gap) &&
    !NOT_BASE.test(gap)
  );
}

function toCandidate(
  text: string,
  amount: Amount,
  {
    country,
    place,
    isNext,
  }: { country: string | undefined; place: string | undefined; isNext: boolean },
): Candidate | undefined {
  const { minimum, maximum, between } = amount;
  const isSpan = between !== undefined;
  const before = sentenceBefore(text, amount.start);
  const after = sentenceAfter(text, amount.end);
  if (isSpan && AND.has(between.toLowerCase()) && !BETWEEN.test(before)) return undefined;
  const end = isSpan ? undefined : openEnd(before, after);
  if (end === 'unclear') return undefined;
  if (minimum > maximum || minimum <= 0 || maximum > WIDEST * minimum) return undefined;
  if (/\d[kK]? ?[-–—] ?$/.test(text.slice(Math.max(0, amount.start - 8), amount.start)))
    return undefined;
  if (CONTINUES.test(after) || !isPay(isNext ? 'Pay' : before, after, isSpan)) return undefined;
  if (end && (lastMatch(before, OTHER) >= 0 || PROMISE.test(before))) return undefined;
  const nearby = text.slice(Math.max(0, amount.start - 120), amount.end + 60);
  const context = { nearby, text, country };
  // An amount in another currency than that of the country beside it is not for this country.
  const placed = place && currencyOf(amount.currencies, { nearby: '', text, country: place });
  const isPlaced = placed !== undefined && placed === localCurrency(place);
  const currency = isPlaced ? placed : currencyOf(amount.currencies, context);
  if (!currency) return undefined;
  const unit = unitOf(amount, before, after, currency);
  if (!unit || unit === 'other') return undefined;
  const rate = dollarsPer(currency, DEFAULT_RATES);
  if (rate === undefined) return undefined;
  const dollars = maximum * rate;
  const least = PAY_WORDS.low.includes(currency) ? LEAST_WHERE_PAY_IS_LOW : LEAST_A_YEAR;
  if (yearly(dollars, unit) < least || dollars > MOST[unit]) return undefined;
  return {
    minimum: end === 'maximum' ? null : minimum,
    maximum: end === 'minimum' ? null : maximum,
    currency,
    unit,
    isSpan,
    place: isPlaced ? place : undefined,
    isRegional: ELSEWHERE.test(text.slice(amount.end, amount.end + AFTER)),
  };
}

/** Which bound a single amount is, by the words beside it; undefined if it is the pay itself. */
function openEnd(before: string, after: string): 'minimum' | 'maximum' | 'unclear' | undefined {
  if (UNCLEAR.test(before)) return 'unclear';
  const isFrom = FROM_BEHIND.test(after) || FROM.test(before);
  const isUpTo = UP_TO_BEHIND.test(after) || UP_TO.test(before);
  if (isFrom && isUpTo) return 'unclear';
  if (isFrom || isUpTo) return isFrom ? 'minimum' : 'maximum';
  return after.startsWith('+') ? 'unclear' : undefined;
}

/** Whether the words around an amount say that it is pay. */
function isPay(before: string, after: string, isSpan: boolean): boolean {
  if (NOT_BASE.test(before) || TARGET.test(after.replace(OTHER_FIGURE, ''))) return false;
  const phrase = after.replace(/^[ \n]?(?:\/ ?|per |an? )\p{L}+/u, '');
  if (!isSpan && PURPOSE.test(phrase)) return false;
  const whole = upTo(phrase, PHRASE_END);
  const same = isSpan ? upTo(whole, SPAN_END) : whole;
  if (lastMatch(same, OTHER) >= 0) return false;
  if (isSpan && (BASE.test(same) || WITH_EQUITY.test(after))) return true;
  const pay = lastMatch(before, PAY);
  const other = lastMatch(before, OTHER);
  return pay < 0 ? other < 0 && lastMatch(same, PAY) >= 0 : pay > other;
}

function unitOf(
  { units, maximum }: Amount,
  before: string,
  after: string,
  currency: string,
): Period | undefined {
  const beside = new Set(units.map(periodBeside));
  if (beside.size > 0) return beside.size === 1 ? [...beside][0] : undefined;
  const period = firstPeriod(after.slice(0, 40)) ?? lastPeriod(before);
  const yearlyFrom = PAY_WORDS.yearlyFrom[currency] ?? Infinity;
  return period ?? (maximum >= yearlyFrom ? 'year' : undefined);
}

/** The position of the last match; -1 if there is none. */
function lastMatch(text: string, words: RegExp): number {
  let last = -1;
  for (const { index } of text.matchAll(words)) last = index;
  return last;
}

function upTo(text: string, end: RegExp): string {
  const index = text.search(end);
  return index < 0 ? text : text.slice(0, index);
}

/**
 * The start of the sentence that contains an amount. If it is short and does not say what the amount is, the previous
 * line is included.
 */
function sentenceBefore(text: string, start: number): string {
  const window = text.slice(Math.max(0, start - BEFORE), start);
  const [sentence = '', above = ''] = sentencesOf(window).reverse();
  const says = [PAY, OTHER].some((words) => lastMatch(sentence, words) >= 0);
  return (says || sentence.length > SHORT ? sentence : `${above}\n${sentence}`).replace(
    ADDITIONS,
    '',
  );
}

function sentencesOf(text: string): string[] {
  return text.split(/(?:\n(?!$)|(?<=[.!?;]) )(?=\P{Ll})/u);
}

function sentenceAfter(text: string, end: number): string {
  const window = text.slice(end, end + AFTER);
  const stop = window.search(/\n|[.!?;] \P{Ll}/u);
  return stop < 0 ? window : window.slice(0, stop);
}

/** Removes Markdown's marks. In the result, each paragraph, heading and item is one line. */
function toLines(markdown: string): string {
  return (
    markdown
      .replace(/\\(?=[^\w\s])|[*_`]+|<[^<>\n]{1,200}>|\]\([^()\n]{0,300}\)/g, '')
      .replace(/&nbsp;|[\u00a0\u202f\u2009\t]/g, ' ')
      // UTF-8 that was read as Windows-1252.
      .replace(/Â(?=[£¥ ])|â‚¬|â€[“”]/g, (wrong) => MOJIBAKE[wrong] ?? '')
      .replace(/ {2,}/g, ' ')
      .replace(/(?:\n ?){2,}/g, '\n')
  );
}

const MOJIBAKE: Record<string, string> = { 'â‚¬': '€', 'â€“': '–', 'â€”': '—' };
