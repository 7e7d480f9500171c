import { jobDictionary } from './job-dictionary.ts';
import { TITLE_WORDS } from './title-words.data.ts';
import { isUnspaced, tidyTitle, wordsOf } from './words.ts';

/** Matches words that hyphens join. */
const COMPOUND = /[\p{L}\p{N}]+(?:[-‐‑][\p{L}\p{N}]+)+/gu;

/** Letters with their usual transcriptions. */
const TRANSCRIPTIONS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

/** Matches what may be the transcription of an umlaut, but not "e" after another vowel or "q": "Bauer", "queue". */
const TRANSCRIBED = /(?<![aeioq])([aou])e/g;
const MIN_TRANSCRIBED = 5;

/** The minimum length of the first part of a compound such as "Busfahrer". */
const MIN_FIRST_PART = 3;

/**
 * Words that a title does not contain, but by which people search for it. Only the index has them, so that searches
 * stay as they are:
 * - compounds without their hyphens and in parts: "startup" for "Start-up", "founder" for "Co-founder"
 * - abbreviations without their signs: "att" for "AT&T"
 * - umlauts in transcription, and without it: "zuerich" and "zurich" for "Zürich" and "Zuerich"
 * - the second part of a German compound, in the dictionary's usual spelling as well: "Fahrer" for "Busfahrer"
 * - each Chinese character, because the words of the title are pairs of characters
 * @param literal the words of the title
 */
export function variantWords(title: string, literal: string[]): string[] {
  const text = tidyTitle(title).normalize('NFC');
  const variants = [
    ...(text.match(COMPOUND) ?? []).flatMap(formsOfCompound),
    ...transcribed(text),
    ...literal.flatMap((word) => [
      ...(/^[a-z]+&[a-z&]+$/.test(word) && word.length > 3 ? [word.replaceAll('&', '')] : []),
      ...(word.length >= MIN_TRANSCRIBED ? [word.replace(TRANSCRIBED, '$1')] : []),
      ...headOf(word),
      ...(isUnspaced(word) ? (word.match(/\p{Script=Han}/gu) ?? []) : []),
    ]),
  ];
  const known = new Set(literal);
  return [...new Set(variants)].filter((word) => !known.has(word));
}

function formsOfCompound(compound: string): string[] {
  const parts = compound.split(/[-‐‑]/);
  const pairs = parts.slice(1).map((part, index) => `${parts[index]}${part}`);
  return [...parts, ...pairs, parts.join('')].flatMap(wordsOf);
}

function transcribed(text: string): string[] {
  const changed = text
    .toLowerCase()
    .replace(/[äöüøå]/g, (letter) => TRANSCRIPTIONS[letter] ?? letter);
  return changed === text.toLowerCase() ? [] : wordsOf(changed);
}

/** The second part of a compound, if it is a job by itself. */
function headOf(word: string): string[] {
  const head = TITLE_WORDS.compoundHeads.find(
    (each) => word.length >= each.length + MIN_FIRST_PART && word.endsWith(each),
  );
  return head ? [head, ...jobDictionary().canonical([head])] : [];
}
