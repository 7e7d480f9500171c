import { LOCATION_WORDS } from './location-words.data.ts';

type Meaning = Exclude<keyof typeof LOCATION_WORDS, 'abbreviations'>;

/** A regular expression for the words of a meaning in all languages; see `location-words.yaml`. */
function wordsOf(...meanings: Meaning[]): string {
  const words = meanings.flatMap((meaning) => Object.values(LOCATION_WORDS[meaning]).flat());
  // The longest words come first, because the first alternative that matches counts.
  return [...new Set(words)]
    .sort((one, other) => other.length - one.length)
    .map((word) =>
      word
        .replace(/[.+?()]/g, '\\$&')
        .replace(/\*$/, '\\p{L}*')
        .replaceAll(' ', '[- ]?'),
    )
    .join('|');
}

const whole = (words: string) => `(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`;

/** Matches a search for remote work. */
export const SAYS_REMOTE = new RegExp(whole(wordsOf('remote')), 'iu');

/** Matches words in a job which mean that people may work from home. */
export const REMOTE = new RegExp(whole(`${wordsOf('remote')}|distributed|virtual|anywhere`), 'iu');
export const HYBRID = new RegExp(whole(wordsOf('hybrid')), 'iu');
export const ON_SITE = new RegExp(whole(wordsOf('onSite')), 'iu');

/** Matches words that name an office, or that promise remote work only in part. */
export const OFFICE = new RegExp(whole(wordsOf('office')), 'iu');

/** Matches words beside a place that is only a wish: "Germany preferred". */
export const PREFERRED = new RegExp(whole(wordsOf('preferred')), 'iu');

/** Matches words about the way of working and about offices, which are not names of places. */
export const MANNER = new RegExp(
  whole(
    `${wordsOf('manner', 'remote', 'preferred')}|\\d+ ?x|[ECMP][SD]T|CET|CEST|GMT|UTC(?:[+-]\\d+)?`,
  ),
  'giu',
);

/** Matches the words before a place that say that people must be there: "Must be located in Texas", "Standort: Ulm". */
export const MUST = new RegExp(`^(?:(?:${wordsOf('must')})[ :]+)+(?=\\p{L})`, 'iu');

/** Matches words around a name: "Greater Chicago Area". */
export const AROUND = new RegExp(
  `^(?:(?:${wordsOf('aroundBefore')}) )+|(?: (?:${wordsOf('aroundAfter')}))+$`,
  'giu',
);

/** Matches words that exclude places. */
export const EXCLUDES = /\b(?:non|not|except|excluding|excl|outside|other than|ex)\b/iu;

/** Words to ignore: directions and others, although small places have these names, numbered districts, and hours. */
export const IGNORED =
  /^(?:[±+/ -]*\d{1,2} ?-?(?:h|hrs?|hours?)?|(?:north|south|east|west)(?:ern)?|central|nord|sud|est|ouest|train|car|to|see|other|corporate|n|s|e|w|a|\d{1,2}\p{L}{0,3}\.? ?(?:arrondissement|bezirk|district|kerület))$/iu;

/** Matches names of countries that are also names of people, or other words. */
export const AMBIGUOUS_COUNTRY = /^(?:jordan|chad|turkey|jersey|georgia|guinea|china)$/iu;

const alternatives = Object.values(LOCATION_WORDS.alternatives).flat();
/** Words of one or two letters, of which some also mean "in", or begin a name. */
const short = alternatives.filter((word) => word.length <= 2 && word !== 'or');
const long = alternatives.filter((word) => !short.includes(word));

/** Matches separators between alternatives. In capitals, OR means Oregon. */
export const ALTERNATIVES = new RegExp(
  [
    String.raw`[;|•·/+]|\s&\s|^(?:or|and|&)\s|\s(?:OR|AND)\s(?=\p{Lu}\p{L}{3})`,
    String.raw`\s(?:${long.join('|')})\s`,
    String.raw`(?<=\p{Ll}[).]?)(?<!(?:[Rr]emot[eo]|[Tt]eletrabajo|[Tt]élétravail|[Dd]istans))\s(?:${short.join('|')})\s(?=\p{Lu}|${wordsOf('remote')})`,
  ].join('|'),
  'u',
);

/** Matches a joining word within a name, such as "Bosnia and Herzegovina". */
export const JOINER = new RegExp(String.raw`\s(${alternatives.join('|')}|&)\s`, 'giu');

/** Matches separators between a place and the area that contains it, or between places. */
export const PARTS =
  /[,()[\]:–—>]|\s-\s?|\s?-\s|(?<=\b[A-Z]{2})-(?=\p{Lu}\p{Ll})|(?<=\b[Rr]emote)-|-(?=[Rr]emote\b)/gu;

/** The abbreviations in names of places, and what they stand for. */
export const ABBREVIATIONS = Object.entries(LOCATION_WORDS.abbreviations)
  .sort(([one], [other]) => other.length - one.length)
  .map(([short, expansion]) => ({
    pattern: new RegExp(
      `(?<!\\p{L})${short.replace(/\.$/, '').replaceAll('.', '\\. ?')}\\.?(?![\\p{L}])`,
      'gu',
    ),
    expansion,
  }));
