import type { PayUnit } from '#shared/contract/job-responses.ts';
import type { StatedPay } from '#shared/contract/stated-pay.ts';
import { yearly } from '#shared/domain/pay.ts';
import { currencyOf, localCurrency, YEARLY_CURRENCIES } from './currencies.ts';
import { DEFAULT_RATES, dollarsPer } from './exchange-rates.ts';
import { type Amount, findAmounts } from './find-amounts.ts';

type Candidate = StatedPay & {
  isSpan: boolean;
  /** Whether other places follow in the text. */
  isRegional: boolean;
};

/** How much text before and after an amount is read to find out what the amount is (UTF-16 code units). */
const BEFORE = 240;
const AFTER = 90;

const PAY =
  /\b(?:salar(?:y|ies)|compensation|comp(?=[ :])|hiring range|(?<=(?:position|role|job|this) )pays|remuneration|(?<!(?:minimum|living) )wages?|(?:hourly|daily|day|weekly|monthly|annual|yearly|pay|fixed|base|contract) rates?|rates?(?= range|:)|rate of pay|earnings|pa(?:y|id)|base|gross|brutto|(?:jahres|monats|grund|brutto)?gehalt|(?:stunden|monats)?lohn|vergütung|salaire|rémunération|salario|retribuzione|RAL|sueldo|salário|lön|salaris|wynagrodzenie)\b|💰|💵|💸|💶|💷/giu;

/** Matches words for money that is not pay. The last such word before an amount decides what the amount is. */
const OTHER =
  /\b(?:bonus(?:es)?|sign(?:ing)?[- ]?on|signing|commissions?|incentives?|stipends?|allowances?|budgets?|revenues?|ARR\w?|MRR|GMV|GSV|AUM|fund(?:s|ed|ing|raise|raising)?|rais(?:e|ed|es|ing)|seed|series [a-f]|round|valuation|valued|worth|invest\w*|back(?:ed|ing)|equity|stocks?|options?|RSUs?|shares?|grants?|401 ?\(?k\)?|match(?:es|ed|ing)?|pension|contribut\w+|reimburs\w+|credits?|vouchers?|per diem|overtime|differentials?|rewards?|subsid\w+|benefits?|price[ds]?|pric(?:ing|ey)|fees?|costs?|deals?|quotas?|ACV|TCV|pipelines?|spend(?:ing|s)?|spent|sav(?:e|es|ed|ing|ings)|donat\w*|charit\w*|prizes?|awards?|referr\w+|relocat\w+|insurance|deductible|loans?|mortgages?|volumes?|markets?|industry|portfolios?|assets|transactions?|penalt\w+|tuition|learning|wellness|lunch|meals?|gym|equipment|travel|coaching|minimum wages?|living wages?|exempt\w*|thresholds?|statut\w+|packages ranging|customers?|clients?|users?|households?|patients?|consumers?|profits?|income|discount\w*|debts?|balances?|payments?|payouts?|payroll|invoices?|cap(?:ped)?)\b/giu;

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

/** Matches words before a single amount that make it a limit and not the pay. */
const BOUND =
  /(?:\bup to|\bfrom|\bstarting(?: at| from)?|\bstarts? at|\bover|\bmore than|\bless than|\bunder|\bat least|\bminimum(?: of)?|\bmin\.?|\bmaximum(?: of)?|\bmax\.?|\bexceed(?:s|ing)?|\bab|\bà partir de|\bdesde|[>≥<≤~])[ \n]{0,3}$/iu;

/**
 * Matches text after an amount that is not the whole pay: a third amount, fourteen salaries, or a part of full-time
 * pay.
 */
const CONTINUES = /^ ?(?:[-–—] ?\p{Sc}? ?\d{2}|[x×*] ?\d|[^.]{0,30}\bpro[- ]?rat)/iu;

/** Matches the end of an amount's phrase. After a single amount, "for" may begin its purpose: "$500 for travel". */
const PHRASE_END =
  /[.,;:()+|/•\n]|\b(?:plus|and|with|in addition|depending|commensurate|based|or|which|as|if)\b/iu;
const SPAN_END = /\bfor\b/iu;
const PURPOSE = /^[ \n]?(?:towards?|for(?! (?:this|the) (?:role|position|job)))\b/iu;

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

/** Units in the words around an amount. "3 days a week" does not count. */
const UNITS: [PayUnit, RegExp][] = [
  [
    'year',
    /\b(?:annual(?:ly|i[sz]ed)?|yearly|per (?:year|annum|yr)|a year|jahresgehalt|pro jahr|im jahr|par an|annuel(?:le|s)?|al año|anual(?:es)?|all'anno|annu[oai]|RAL|per jaar|rocznie|om året)\b|\bjährlich|\/ ?(?:year|yr|jahr|an|año|anno)\b/giu,
  ],
  [
    'month',
    /\b(?:monthly|per month|a month|monatlich|pro monat|im monat|monats(?:gehalt|lohn)|månad(?:en)?|mensal|par mois|mensuel(?:le|s)?|al mes|mensual(?:es)?|al mese|mensil[ei]|per maand)\b|\bmiesięcznie|\/ ?(?:month|monat|mois|mes|mese|mc)\b/giu,
  ],
  ['week', /\b(?:weekly|(?<!(?:days?|hours?) )(?:per|a) week|pro woche)\b/giu],
  ['day', /\b(?:daily|(?<!hours? )(?:per|a) day|day rate|pro tag|par jour)\b/giu],
  [
    'hour',
    /\b(?:hourly|per hour|an hour|pro stunde|stundenlohn|par heure|de l'heure)\b|\/ ?h\b/giu,
  ],
];

/** Units directly after a figure, such as "/hr" and "p.a.". */
const UNITS_BESIDE: [PayUnit, RegExp][] = [
  ['year', /(?:year|yr|annum|a\.?|LPA)$/i],
  ['month', /(?:month|mo)$/i],
  ['week', /(?:week|wk)$/i],
  ['day', /(?:day|d)$/i],
  ['hour', /(?:hour|hr|h)$/i],
];

/**
 * The minimum plausible pay in US dollars per year, and the maximum for each unit. Pay above the maximum has the wrong
 * unit: "£30,000 paid monthly" is yearly pay.
 */
const LEAST_A_YEAR = 6_000;
const MOST: Record<PayUnit, number> = {
  year: 3_000_000,
  month: 20_000,
  week: 10_000,
  day: 2_500,
  hour: 300,
};

/** The minimum amount that counts as yearly pay if it has no unit (US dollars). */
const YEARLY_FROM = 15_000;

/** The maximum ratio between the ends of a span. A wider span is not a salary range. */
const WIDEST = 5;

/**
 * Reads the pay in a description. Returns undefined if the description states no pay, only a limit ("up to"), or only
 * other money such as bonuses or revenue. An ambiguous text also yields undefined, because precision matters more than
 * recall. Several spans, for example for regions or levels, are combined from the lowest to the highest amount if they
 * share currency and unit. If there are several currencies, the currency of the job's country is used. The time is
 * linear in the length of the text.
 * @param options.country the country of the job (ISO 3166-1 alpha-2), which decides what "$" means
 */
export function readPay(
  markdown: string,
  { country }: { country?: string | undefined } = {},
): StatedPay | undefined {
  const text = toLines(markdown);
  const candidates: Candidate[] = [];
  let previous: Amount | undefined;
  for (const amount of findAmounts(text)) {
    const gap =
      previous && text.slice(previous.end, Math.min(amount.start, previous.end + LIST_GAP + 1));
    // "€60,000 (about $65,000)" repeats the amount in another currency.
    if (gap !== undefined && /^[ \n]?[([][^)\]\d]{0,15}$/.test(gap)) continue;
    const isNext = gap !== undefined && isNextSpan(previous, amount, gap);
    const candidate = toCandidate(text, amount, { country, isNext });
    previous = candidate && amount;
    if (candidate) candidates.push(candidate);
  }
  return combine(candidates, country);
}

function combine(candidates: Candidate[], country: string | undefined): StatedPay | undefined {
  const spans = candidates.filter(({ isSpan }) => isSpan);
  let counted = spans.length > 0 ? spans : candidates;
  if (new Set(counted.map(({ currency }) => currency)).size > 1) {
    const local = localCurrency(country);
    counted = counted.filter(({ currency }) => currency === local);
  }
  const [first, ...others] = counted;
  if (!first || others.some(({ unit }) => unit !== first.unit)) return undefined;
  if (counted.at(-1)?.isRegional) return undefined;
  const pay = {
    minimum: Math.min(...counted.map(({ minimum }) => minimum)),
    maximum: Math.max(...counted.map(({ maximum }) => maximum)),
    currency: first.currency,
    unit: first.unit,
  };
  // If a text has several single amounts, they are for different things.
  return spans.length === 0 && pay.minimum !== pay.maximum ? undefined : pay;
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
  { country, isNext }: { country: string | undefined; isNext: boolean },
): Candidate | undefined {
  const { minimum, maximum, between } = amount;
  const isSpan = between !== undefined;
  const before = sentenceBefore(text, amount.start);
  const after = sentenceAfter(text, amount.end);
  if (isSpan && /^and$/.test(between) && !/\bbetween\W{0,5}$/i.test(before)) return undefined;
  if (!isSpan && (BOUND.test(before) || after.startsWith('+'))) return undefined;
  if (minimum > maximum || minimum <= 0 || maximum > WIDEST * minimum) return undefined;
  if (/\d[kK]? ?[-–—] ?$/.test(text.slice(Math.max(0, amount.start - 8), amount.start)))
    return undefined;
  if (CONTINUES.test(after) || !isPay(isNext ? 'Pay' : before, after, isSpan)) return undefined;
  const nearby = text.slice(Math.max(0, amount.start - 120), amount.end + 60);
  const currency = currencyOf(amount.currencies, { nearby, text, country });
  if (!currency) return undefined;
  const unit = unitOf(amount, before, after, currency);
  if (!unit) return undefined;
  const rate = dollarsPer(currency, DEFAULT_RATES);
  if (rate === undefined) return undefined;
  const dollars = maximum * rate;
  if (yearly(dollars, unit) < LEAST_A_YEAR || dollars > MOST[unit]) return undefined;
  const isRegional = ELSEWHERE.test(text.slice(amount.end, amount.end + AFTER));
  return { minimum, maximum, currency, unit, isSpan, isRegional };
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
): PayUnit | undefined {
  const beside = new Set(
    units.map((written) => UNITS_BESIDE.find(([, words]) => words.test(written))?.[0]),
  );
  if (beside.size > 0) return beside.size === 1 ? [...beside][0] : undefined;
  return (
    firstUnit(after.slice(0, 40)) ??
    lastUnit(before) ??
    (maximum * (dollarsPer(currency, DEFAULT_RATES) ?? 0) >= YEARLY_FROM &&
    YEARLY_CURRENCIES.includes(currency)
      ? 'year'
      : undefined)
  );
}

function lastUnit(text: string): PayUnit | undefined {
  const found = UNITS.map(([unit, words]) => ({ unit, at: lastMatch(text, words) }));
  const last = found.reduce((one, other) => (other.at > one.at ? other : one));
  return last.at < 0 ? undefined : last.unit;
}

function firstUnit(text: string): PayUnit | undefined {
  const found = UNITS.map(([unit, words]) => ({ unit, at: text.search(new RegExp(words, 'iu')) }));
  const first = found
    .filter(({ at }) => at >= 0)
    .reduce<(typeof found)[number] | undefined>(
      (one, other) => (one && one.at <= other.at ? one : other),
      undefined,
    );
  return first?.unit;
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
  return markdown
    .replace(/\\(?=[^\w\s])|[*_`]+|<[^<>\n]{1,200}>|\]\([^()\n]{0,300}\)/g, '')
    .replace(/&nbsp;|[\u00a0\u202f\u2009\t]/g, ' ')
    .replace(/ {2,}/g, ' ')
    .replace(/(?:\n ?){2,}/g, '\n');
}
