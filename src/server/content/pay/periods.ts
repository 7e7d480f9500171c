import type { PayUnit } from '#shared/contract/job-responses.ts';
import { PAY_UNITS } from '#shared/contract/job-responses.ts';
import { PAY_WORDS } from './pay-words.data.ts';
import { anyOf, wholeWords } from './word-pattern.ts';

/** A period of pay. `other` is one that the board does not have, such as two weeks. */
export type Period = PayUnit | 'other';

const { otherPeriods, per, units, worked } = PAY_WORDS;

const END = String.raw`(?![\p{L}\d²³])`;
const PER = String.raw`(?:\/ ?|(?<![\p{L}\d])${anyOf(per)} )`;

/** Nouns in a text that need not be beside an amount. Shorter ones may be anything: "24/h". */
const longNouns = (unit: PayUnit) => units[unit].nouns.filter((noun) => noun.length > 2);

const PERIOD = new RegExp(
  [
    `(?<other>${wholeWords(otherPeriods)})`,
    ...PAY_UNITS.map(
      (unit) =>
        `(?<${unit}>${wholeWords(units[unit].words)}|${PER}${anyOf(longNouns(unit))}${END})`,
    ),
  ].join('|'),
  'giu',
);

/** Matches the end of a text before a period that is not of pay: "40 hours". */
const WORKED = new RegExp(String.raw`(?<!\p{L})${anyOf(worked)}[ \n]?(?:each |in )?$`, 'iu');

/** Matches how often pay is paid out, which does not say for which period an amount is. */
const PAID_OUT = new RegExp(
  String.raw`\b(?:paid|payable|payroll|pay(?:check|day)s?)(?: out)? (?:on a |every |is )?${wholeWords(otherPeriods)}`,
  'giu',
);

/** Matches a word directly after an amount that says for what it is paid. It is not a period, such as "per project". */
const FOR_EACH = /^ ?(?:\/ ?(?!m(?:ax|in)\b)|per )\p{L}/iu;

const inAnyCase = (words: readonly string[]) => [
  ...new Set(
    words.flatMap((word) => [
      word,
      word.toLowerCase(),
      word.toUpperCase(),
      word.charAt(0).toUpperCase() + word.slice(1),
    ]),
  ),
];

const nouns = PAY_UNITS.flatMap((unit) => units[unit].nouns);

/** A regular expression for a period directly after a figure, such as "/hr", "per annum" and "p.a.". */
export const PERIOD_BESIDE = String.raw`(?: ?(?:(?:\/ ?|${anyOf(per)} )${anyOf(inAnyCase(nouns))}|an? (?:hour|hr|year|month|week|day)|[pP](?:\/|\.? ?)(?:hour|hr|[aAdDhHmM]|wk)\.?)${END})`;

const OF_NOUN = new Map(
  PAY_UNITS.flatMap((unit) => units[unit].nouns.map((noun) => [noun.toLowerCase(), unit])),
);

/** The period that `PERIOD_BESIDE` has matched. */
export function periodBeside(written: string): PayUnit | undefined {
  if (written === 'LPA') return 'year';
  const noun = /([^\s/]+?)\.?$/u.exec(written)?.[1]?.toLowerCase() ?? '';
  return OF_NOUN.get(noun) ?? OF_NOUN.get(`${noun}.`) ?? OF_NOUN.get(noun.replace(/^p\.?/, ''));
}

/** The first period in the text after an amount. */
export function firstPeriod(after: string): Period | undefined {
  const text = after.replace(PAID_OUT, '');
  const [first] = periodsIn(text);
  return FOR_EACH.test(text) && first?.at !== (text.startsWith(' ') ? 1 : 0)
    ? 'other'
    : first?.period;
}

/** The last period in the text before an amount. */
export function lastPeriod(before: string): Period | undefined {
  return [...periodsIn(before.replace(PAID_OUT, ''))].at(-1)?.period;
}

function* periodsIn(text: string): Generator<{ period: Period; at: number }> {
  for (const { index, groups = {} } of text.matchAll(PERIOD)) {
    const period = (['other', ...PAY_UNITS] as const).find((each) => groups[each] !== undefined);
    if (period && !WORKED.test(text.slice(Math.max(0, index - 20), index))) {
      yield { period, at: index };
    }
  }
}
