import { JOB_PARTS, type JobPart } from '#shared/domain/job-search.ts';
import { type Match, matchOf, type SearchedWords } from './ranking-tiers.ts';
import { all, any, NO_JOB, not, type TextQuery } from './text-query.ts';

/** What a search asks for, as conditions on jobs. */
export type Conditions = {
  /** How its words match; undefined if it has none. */
  words: SearchedWords | undefined;
  /** Matches jobs at its place; empty if it names none. */
  there: TextQuery;
  /** Matches remote jobs, at any place, that state that they are open to its place. Empty if it names none. */
  open: TextQuery;
  /** The terms of its filters and facts. */
  required: TextQuery;
};

/** A part of a result: its jobs come after those of the previous parts, whatever the order of the list. */
type ResultPart = { part: JobPart; match: Match | undefined };

/** The result of a search. */
export type DividedResult = {
  /** The query for the jobs of all parts. Undefined if no condition restricts them. */
  match: Match | undefined;
  /** The parts that the list has, in order. */
  parts: ResultPart[];
};

/** Which parts a result has. */
export type ChosenParts = {
  /** The only part that is asked for. */
  part: JobPart | undefined;
  remote: 'no' | 'only' | undefined;
  /** Whether jobs that only mention the words are part of the result. */
  mentions: boolean;
};

/**
 * Divides the result of a search into parts. This is the one definition of what a search finds: lists, counts, feeds,
 * embeds and alternatives use it.
 * - `place`: jobs that match the words strongly, at the place. Without a place, all that match strongly.
 * - `remote`: jobs that match the words strongly, are elsewhere, and state that people may do them from the place.
 * - `mention`: jobs that match the words only weakly, at the place or open to it.
 */
export function divideResult(
  { words, there, open, required }: Conditions,
  { part, remote, mentions }: ChosenParts,
): DividedResult {
  const elsewhere = open && all([open, not(there)]);
  // Without remote jobs elsewhere, the choice about them has no effect.
  const hasPlace = there !== '' && (remote !== 'only' || open === '');
  const hasRemote = elsewhere !== '' && remote !== 'no';
  const isIncluded: Record<JobPart, boolean> = {
    place: there === '' || hasPlace,
    remote: hasRemote,
    mention: mentions && (words?.mentions.length ?? 0) > 0,
  };
  const places = {
    place: there,
    remote: elsewhere,
    mention: hasPlace ? any([there, hasRemote ? open : '']) : elsewhere,
  };
  const matchIn = (name: JobPart): Match | undefined =>
    matchOf(words, name === 'mention' ? 'mention' : 'strong', all([places[name], required]));
  const parts = JOB_PARTS.filter(
    (name) => isIncluded[name] && (part === undefined || name === part),
  ).map((name) => ({ part: name, match: matchIn(name) }));
  const [only] = parts;
  if (only && parts.length === 1) return { match: only.match, parts };
  if (!only) return { match: matchOf(undefined, 'strong', NO_JOB), parts };
  const strength = parts.some((each) => each.part === 'mention') ? 'any' : 'strong';
  return { match: matchOf(words, strength, all([places.mention, required])), parts };
}
