import { readCountry } from '#server/content/pay/countries.ts';
import { parseFigure } from '#server/content/pay/find-amounts.ts';
import { readPay } from '#server/content/pay/read-pay.ts';
import type { PayUnit } from '#shared/contract/job-responses.ts';
import type { Employment } from '#shared/domain/employments.ts';
import type { Workplace } from '#shared/domain/workplaces.ts';
import type { PayFields } from './build-job.ts';
import { anyOf, type Match, without, words } from './phrases.ts';
import { TERMS } from './terms.data.ts';

/**
 * The terms of systems for employment, workplace and periods of pay. A term is a code such as `FULL_TIME` or
 * `per-year-salary`, or a text that the employer has chosen, such as "Full time, permanent".
 */

type Term = string | null | undefined;

/**
 * The employments with their phrases. The first match counts, so the more specific ones come first: a "part-time
 * internship" is an internship.
 */
const EMPLOYMENTS = (
  ['volunteer', 'internship', 'part-time', 'temporary', 'contract', 'full-time'] as const
).map((employment) => [anyOf(TERMS.employments[employment]), employment] as const);

const findPermanent = anyOf(TERMS.permanent);

/** Reads the employment from the terms of a system. Returns null if the terms name no employment, such as "Regular". */
export function readEmployment(...terms: Term[]): Employment | null {
  const text = words(terms);
  const isPermanent = findPermanent(text) !== undefined;
  for (const [find, employment] of EMPLOYMENTS) {
    const match = find(text);
    const isEmployee = employment === 'contract' && isPermanent;
    if (match && !isEmployee && !isDenied(text, match)) return employment;
  }
  return null;
}

const { workplaces, denials } = TERMS;
const findHybrid = anyOf(workplaces.hybrid);
const findRemote = anyOf(workplaces.remote);
const findSite = anyOf(workplaces['on-site']);
const findPartly = anyOf(workplaces.partly);
const findUnsure = anyOf(workplaces.unsure);
const findDays = anyOf(workplaces.days);
const findAlone = anyOf(workplaces.alone);
const findPartTime = anyOf(TERMS.employments['part-time']);

/**
 * Reads the workplace from the terms of a system. Returns null if the terms name no workplace, or one that they do not
 * promise, such as "Remote possible".
 */
export function readWorkplace(...terms: Term[]): Workplace | null {
  const all = words(terms);
  const partTime = findPartTime(all);
  const text = partTime ? without(all, partTime) : all;
  if (findHybrid(text)) return 'hybrid';
  const remote = findRemote(text);
  // "Home office" is no office.
  const rest = remote ? without(text, remote) : text;
  const site = findSite(rest);
  if (!remote) return site ? siteOf(rest, site) : findAlone(text) ? 'remote' : null;
  if (isDenied(text, remote) || isDeniedAfter(text, remote)) return 'on-site';
  if (isDenied(text, remote, 1) && !site) return null;
  const share = shareOf(text);
  if (share !== undefined) {
    if (share === 0) return 'on-site';
    if (share < 1 || site) return 'hybrid';
  }
  if (findPartly(text)) return 'hybrid';
  const isDoubtful = findUnsure(text) || (site && !isDenied(rest, site));
  return isDoubtful ? null : 'remote';
}

/** Reads the workplace from a text that names a site and nothing remote. */
function siteOf(text: string, site: Match): Workplace | null {
  if (isDenied(text, site)) return null;
  const share = shareOf(text);
  if (share === 0) return null;
  if ((share !== undefined && share < 1) || findPartly(text)) return 'hybrid';
  return findUnsure(text) ? null : 'on-site';
}

/** The days of a working week. */
const WEEK = 5;

/** The share of the working time that a text states as a percentage or as days of the week, from 0 to 1. */
function shareOf(text: string): number | undefined {
  const percents = [...text.matchAll(/ (\d{1,3})(?= percent )/g)].map(([, number]) =>
    Number(number),
  );
  if (percents.length > 0) return Math.max(...percents) / 100;
  if (!findDays(text)) return undefined;
  const days = text
    .split(' ')
    .map((word) => (/^\d$/.test(word) ? Number(word) : workplaces.numbers[word]))
    .filter((number) => number !== undefined);
  return days.length > 0 ? Math.min(1, Math.max(...days) / WEEK) : undefined;
}

/** Whether a denial precedes a match, with this number of words between the two. */
function isDenied(text: string, { start }: Match, between: 0 | 1 = 0): boolean {
  const before = text.slice(0, start);
  const at = between === 0 ? before.length : before.lastIndexOf(' ');
  return denials.before.some((denial) =>
    ` ${before.slice(0, Math.max(0, at)).trim()}`.endsWith(` ${denial}`),
  );
}

/** Whether a denial follows a match directly, as in "remote: no". */
function isDeniedAfter(text: string, { end }: Match): boolean {
  const after = `${text.slice(end).trim()} `;
  return denials.after.some((denial) => after.startsWith(`${denial} `));
}

const PAY_UNITS = (['hour', 'day', 'week', 'month', 'year'] as const).map(
  (unit) => [anyOf(TERMS.periods[unit]), unit] as const,
);

const findOtherPeriod = anyOf(TERMS.otherPeriods);

/**
 * Reads the period of pay from a system's term. Returns undefined if the term names no period, or one that the board
 * does not support, such as two weeks.
 */
export function readPayUnit(term: Term): PayUnit | undefined {
  const text = words([term]);
  if (findOtherPeriod(text)) return undefined;
  for (const [find, unit] of PAY_UNITS) {
    const match = find(text);
    if (!match) continue;
    const [, number = '1'] = / (\d+)$/.exec(text.slice(0, match.start)) ?? [];
    return Number(number) === 1 ? unit : undefined;
  }
  return undefined;
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
