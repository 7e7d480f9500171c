import { readCountry } from '#server/content/pay/countries.ts';
import { parseFigure } from '#server/content/pay/find-amounts.ts';
import { readPay } from '#server/content/pay/read-pay.ts';
import type { PayUnit } from '#shared/contract/job-responses.ts';
import type { Employment } from '#shared/domain/employments.ts';
import type { Workplace } from '#shared/domain/workplaces.ts';
import type { PayFields } from './build-job.ts';

/**
 * The terms of systems for employment, workplace and periods of pay. A term is a code such as `FULL_TIME` or
 * `per-year-salary`, or a text that the employer has chosen, such as "Full time, permanent".
 */

/**
 * Matches terms of employment. The first match counts, so the more specific ones come first: a "part-time internship"
 * is an internship.
 */
const EMPLOYMENTS: readonly (readonly [RegExp, Employment])[] = [
  [/\b(?:volunteer\w*|ehrenamt\w*|b[ée]n[ée]vol\w*)/, 'volunteer'],
  [
    /\b(?:interns?|internships?|co ?op|trainee|praktik\w*|stage|stagiaire|becari[oa]|pr[áa]cticas|apprentice\w*)\b/,
    'internship',
  ],
  [
    /\b(?:part ?time|teilzeit|temps partiel|tiempo parcial|per diem|mini ?job|working student|werkstudent\w*|pt)\b/,
    'part-time',
  ],
  [/\b(?:temporary|temp|seasonal|fixed term|befristet|int[ée]rim|casual)\b/, 'temporary'],
  [
    /\b(?:contract|contractor|contractors|freelance\w*|freiberuf\w*|consultant|self employed)\b/,
    'contract',
  ],
  [/\b(?:full ?time|vollzeit|temps plein|tiempo completo|permanent full time|ft)\b/, 'full-time'],
];

/** Reads the employment from the terms of a system. Returns null if the terms name no employment, such as "Regular". */
export function readEmployment(...terms: (string | null | undefined)[]): Employment | null {
  const text = normalize(terms).replace(/\b(?:permanent|indefinite|open ended) contract\b/, '');
  return EMPLOYMENTS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

const WORKPLACES: readonly (readonly [RegExp, Workplace])[] = [
  [/\bhybrid\w*|\bpartially remote\b/, 'hybrid'],
  [/\b(?:no remote|not remote|non remote)\b/, 'on-site'],
  [/\b(?:remote|fully|telecommut\w*|home ?office|work from home|wfh)\b/, 'remote'],
  [/\b(?:on ?site|in ?office|in ?person|physical|office)\b/, 'on-site'],
];

/** Reads the workplace from the terms of a system. Returns null if the terms name no workplace. */
export function readWorkplace(...terms: (string | null | undefined)[]): Workplace | null {
  const text = normalize(terms);
  return WORKPLACES.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

const PAY_UNITS: readonly (readonly [RegExp, PayUnit])[] = [
  [/\b(?:hour|hours|hourly|hr|stunde)\b/, 'hour'],
  [/\b(?:day|daily|tag)\b/, 'day'],
  [/\b(?:week|weekly|woche)\b/, 'week'],
  [/\b(?:month|months|monthly|monat|monatlich)\b/, 'month'],
  [/\b(?:year|years|yearly|annual|annually|annum|pa|jahr|j[äa]hrlich)\b/, 'year'],
];

/**
 * Reads the period of pay from a system's term. Returns undefined if the term names no period, or one that the board
 * does not support.
 */
export function readPayUnit(term: string | null | undefined): PayUnit | undefined {
  const text = normalize([term]);
  if (/\b(?:bi|semi|half|two|2)\b/.test(text)) return undefined;
  return PAY_UNITS.find(([pattern]) => pattern.test(text))?.[1];
}

/** Reads an amount of money that is a number, or a text such as `50,000.00`, `50.000,00` or `£50,000`. */
export function readAmount(written: unknown): number | undefined {
  if (typeof written === 'number') return written;
  if (typeof written !== 'string') return undefined;
  const [, figure] = /^\s*\p{Sc}?\s*(\d[\d,.'’\s]{0,20}?)\s*\p{Sc}?\s*$/u.exec(written) ?? [];
  const amount = figure === undefined ? Number.NaN : parseFigure(figure.replace(/\s/g, ' '));
  return Number.isFinite(amount) ? amount : undefined;
}

/**
 * Reads pay that a system states as a text, such as `$80,000 - $100,000 / year`.
 * @param country the code or name of the job's country, which decides what "$" means
 */
export function readPayText(
  written: string | null | undefined,
  country?: string | null,
): PayFields | undefined {
  const text = written?.slice(0, 500).trim();
  return text ? readPay(`Salary: ${text}`, { country: readCountry(country) }) : undefined;
}

/** Lower case words with single spaces: `per year salary` for `per-year-salary`, `full time` for `fullTime`. */
function normalize(terms: (string | null | undefined)[]): string {
  return terms
    .map((term) => (term ?? '').slice(0, 200))
    .join(' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();
}

/**
 * Reads a date or a time, such as `2026-03-04`, `2026-03-04T05:06:07Z`, `Wed, 04 Mar 2026 05:06:07 GMT`, or the
 * milliseconds since 1970, as a number or a text. A time without a zone is in UTC, wherever this board runs. Returns
 * undefined if the text is not a date.
 */
export function readDate(written: string | number | null | undefined): Date | undefined {
  if (written === null || written === undefined || written === '') return undefined;
  const isNumber = typeof written === 'number' || /^\d{12,13}$/.test(written.trim());
  const time = new Date(isNumber ? Number(written) : withZone(written.trim()));
  return Number.isNaN(time.getTime()) ? undefined : time;
}

function withZone(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text;
  if (/^\d{4}-\d\d-\d\dT[\d:.]+$/.test(text)) return `${text}Z`;
  return /(?:\b(?:UTC?|GMT|[A-Z]{1,2}[DS]?T)|Z|[+-]\d\d:?\d\d)(?: \([^)]*\))?$/i.test(text)
    ? text
    : `${text} UTC`;
}
