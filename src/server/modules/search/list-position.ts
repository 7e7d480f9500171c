import type { Cursor } from '#server/http/api/cursor.ts';
import { badInput } from '#server/http/api/problem.ts';
import { INVALID_CURSOR } from '#shared/contract/parameters.ts';
import { JOB_PARTS, type JobOrder, type JobPart } from '#shared/domain/job-search.ts';
import { MAX_DOLLARS } from '#shared/limits.ts';
import { TIERS } from './ranking-tiers.ts';

/**
 * The position of a job in a list: its part, the tier of its match or the middle of its pay (US dollars per year), then
 * its date and its id.
 */
export type Position = { part: JobPart; rank: number; date: Date; id: string };

/** The position of a job among the ranked jobs of a part, which were ranked at a moment. */
export type RankedPosition = { part: JobPart; index: number; rankedAt: Date; id: string };

/**
 * The number of jobs of the best tiers that are ranked by their features, in each part. The jobs after them stay in the
 * order of tiers.
 */
export const CANDIDATES = 100;

/** The base in which keys write numbers, because a cursor has at most 60 characters. */
const BASE = 36;

/** Precedes the key of a cursor to the page before: its jobs end with the job at the position, instead of following it. */
const BACKWARDS = '<';

/** Matches the key of a position: its direction, its part, whether the job is ranked, and its numbers. */
const KEY = /^<?(?<part>[a-z])(?<ranked>~?)(?:(?<rank>-?[\da-z]{1,7})\.)?(?<moment>[\da-z]{1,10})$/;

/** The last moment that a key can hold: the end of the year 9999. */
const MAX_MOMENT = 253_402_300_799_999;

/** The key of a cursor after a job. Lists by date have no rank. */
export function positionKey(
  order: JobOrder,
  { part = 'place', rank, date }: Omit<Position, 'id' | 'part'> & { part?: JobPart | undefined },
): string {
  const moment = date.getTime().toString(BASE);
  return `${part[0]}${order === 'newest' ? '' : `${rank.toString(BASE)}.`}${moment}`;
}

/** The key of a cursor after a ranked job. */
export function rankedKey({ part, index, rankedAt }: Omit<RankedPosition, 'id'>): string {
  return `${part[0]}~${index.toString(BASE)}.${rankedAt.getTime().toString(BASE)}`;
}

/** The key of a cursor to the jobs up to and including the one at the position of a key. */
export function backwardsKey(key: string): string {
  return `${BACKWARDS}${key}`;
}

/** The key of a cursor to the jobs after that position. */
export function forwardsKey(key: string): string {
  return key.slice(BACKWARDS.length);
}

/** Whether the key belongs to a cursor to the page before. */
export function isBackwards(key: string): boolean {
  return key.startsWith(BACKWARDS);
}

/** Parses the key of a cursor of a list in this order; undefined if the text is a different key. */
function parseKey(order: JobOrder, key: string) {
  const { part: letter, ranked, rank = '', moment = '' } = { ...KEY.exec(key)?.groups };
  const part = JOB_PARTS.find((name) => name[0] === letter);
  const at = Number.parseInt(moment, BASE);
  if (!part || !(at <= MAX_MOMENT)) return undefined;
  const date = new Date(at);
  const number = Number.parseInt(rank, BASE);
  if (ranked) {
    const isRanked = order === 'match' && number >= 0 && number < CANDIDATES;
    return isRanked ? { part, index: number, rankedAt: date } : undefined;
  }
  if (order === 'newest') return rank === '' ? { part, rank: 0, date } : undefined;
  const [least, most] = order === 'salary' ? [-1, MAX_DOLLARS] : [0, TIERS.length - 1];
  return number >= least && number <= most ? { part, rank: number, date } : undefined;
}

/** Returns a function that checks whether the key of a cursor belongs to a list in this order. */
export function isPositionKey(order: JobOrder): (key: string) => boolean {
  return (key) => parseKey(order, key) !== undefined;
}

/** @throws ProblemError 400 if the cursor is of a list in a different order */
export function parsePosition(order: JobOrder, { key, id }: Cursor): Position | RankedPosition {
  const position = parseKey(order, key);
  if (!position) throw invalidCursor();
  return { ...position, id };
}

/** @throws ProblemError 400 if the position is one among ranked jobs, and the list has none */
export function withoutRanking(position: Position | RankedPosition): Position {
  if ('rankedAt' in position) throw invalidCursor();
  return position;
}

const invalidCursor = () => badInput([{ path: 'cursor', message: INVALID_CURSOR }]);
