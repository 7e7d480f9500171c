import { distance } from 'fastest-levenshtein';
import { isMap, isScalar, isSeq } from 'yaml';
import type { z } from 'zod';

export const NO_ALIASES = 'must not be an alias. Put a text that begins with * in quotes.';
export const NO_ANCHORS = 'must not have an anchor. Put a text that begins with & in quotes.';
export const NO_TAGS = 'must not have a tag. Put a text that begins with ! in quotes.';

const NO_VALUE = 'has no value. Write "" for an empty text, or remove the name for the default.';

/** The maximum number of typing errors in a name for which another one is suggested. */
const MAX_TYPING_ERRORS = 3;

/** Says that a name is unknown, with the nearest one if there is one. */
export function unknownName(name: string, names: string[]): string {
  const letters = lettersOf(name);
  const nearest = names
    .map((known) => ({ known, errors: typingErrors(letters, known) }))
    .sort((one, other) => one.errors - other.errors)[0];
  const isNear = nearest && nearest.errors <= Math.min(MAX_TYPING_ERRORS, nearest.known.length / 2);
  return isNear
    ? `is unknown. Did you mean ${nearest.known}?`
    : `is unknown. The names are ${names.join(', ')}.`;
}

/** The number of wrong letters. The beginning of a longer name, such as "legal", counts as one. */
const typingErrors = (letters: string, known: string) =>
  letters.length > 2 && known.startsWith(letters) ? 1 : distance(letters, known);

/** A longer name is no misspelling of a known one. */
const MAX_NAME_LENGTH = 50;

/** The letters of a name, because names of settings have no other characters. */
const lettersOf = (name: string) =>
  name
    .slice(0, MAX_NAME_LENGTH)
    .toLowerCase()
    .replace(/[-_\s]/g, '');

/** The texts that YAML 1.1 read as true or false. */
const FORMER_BOOLEANS: Record<string, boolean> = {
  ...{ yes: true, y: true, on: true },
  ...{ no: false, n: false, off: false },
};

/**
 * Says what is wrong with a value, and what is right.
 * @param node the value in the file; undefined if it is missing
 */
export function wrongValue(issue: z.core.$ZodIssue, node: unknown): string {
  if (node === undefined) return 'is missing.';
  if (node === null || (isScalar(node) && node.value === null)) return NO_VALUE;
  if (issue.code !== 'invalid_type') return asSentence(issue.message);
  if (issue.expected === 'string') return notText(node);
  if (issue.expected === 'boolean') return notBoolean(node);
  if (issue.expected === 'array') {
    return 'must be a list, in which each item begins with a hyphen and a space. An empty list is [].';
  }
  if (issue.expected === 'object') return 'must have names with values, such as label: "Status"';
  return asSentence(issue.message);
}

const asSentence = (message: string) => (/[.?]$/.test(message) ? message : `${message}.`);

function notText(node: unknown): string {
  if (isSeq(node)) return 'must be text, not a list. Put a text that begins with [ in quotes.';
  if (isMap(node)) {
    return 'must be text, not names with values. Put a text with a colon or with { in quotes.';
  }
  const source = isScalar(node) ? node.source : undefined;
  return source === undefined
    ? 'must be text. Put it in quotes.'
    : `must be text. Put it in quotes: "${source}"`;
}

function notBoolean(node: unknown): string {
  const text = isScalar(node) && typeof node.value === 'string' ? node.value.toLowerCase() : '';
  if (['true', 'false'].includes(text)) return `must be ${text} without quotes.`;
  const former = FORMER_BOOLEANS[text];
  return former === undefined
    ? 'must be true or false.'
    : `must be true or false. Write ${former} instead of ${text}.`;
}
