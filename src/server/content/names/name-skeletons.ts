import unhomoglyph from 'unhomoglyph';
import { visibleText } from '#shared/domain/visible-text.ts';
import { withoutLegalForms } from './legal-forms.ts';

/** Returns pairs of the characters at the same positions. */
function pairs(from: string, to: string): [string, string][] {
  const letters = [...to];
  return [...from].map((character, index) => [character, letters[index] ?? '']);
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz';

/** Pairs the 26 characters from a code point on with the letters of the alphabet. */
function alphabetAt(codePoint: number): [string, string][] {
  const characters = [...ALPHABET].map((_, index) => String.fromCodePoint(codePoint + index));
  return pairs(characters.join(''), ALPHABET);
}

/** Characters that look like a letter, and that neither NFKC nor `unhomoglyph` 1.0.6 (Unicode 13) maps to it. */
const FURTHER_LETTERS = new Map([
  // Symbols, digits and turned or crossed letters
  ...pairs('§¡○◯⊘∀Ɐ≡ƐƷⱠ∂', 'sioooaaeezla'),
  // Small capitals and turned letters
  ...pairs('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnopqrstuvwyz'),
  ...pairs('ɐɔǝɟɥɯɹʇʌʍʎ', 'acefhmrtvwy'),
  // White letters in circles and squares, and regional indicators
  ...alphabetAt(0x1f150),
  ...alphabetAt(0x1f170),
  ...alphabetAt(0x1f1e6),
]);

/** Symbols that are read as a letter; some only before a letter or a digit. */
const SYMBOLS = new Map(pairs('$@!|€£¢¥₿©®', 'sallelcybcr'));
const SYMBOL = /[$@€£¢¥₿]|[!|©®](?=[\p{L}\p{N}])/gu;

/**
 * Characters that are read as a letter beside others: digits, and what `unhomoglyph` makes of `κ` and `ð`. `i` and `l`
 * become one, because `I` and `1` look like both.
 */
const READ_AS = new Map(pairs('i134578ĸ∂', 'lleastbkd'));

/** Accents, points and the Arabic stretching sign. The vowel signs and voicing marks of other scripts are letters. */
const MARKS =
  /(?=[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Cyrillic}])[^\P{M}\u3099\u309a]|\u0640/gu;

const withoutMarks = (text: string) => text.normalize('NFD').replace(MARKS, '');

/** Folds case: also `ß` becomes `ss`, and `ı` becomes `i`. */
const foldCase = (text: string) => text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');

function mapCharacters(text: string, map: Map<string, string>): string {
  return Array.from(text, (character) => map.get(character) ?? character).join('');
}

/** The text that all names with the same look share. https://www.unicode.org/reports/tr39/#Confusable_Detection */
function skeleton(letters: string): string {
  const folded = foldCase(withoutMarks(unhomoglyph(letters)));
  return mapCharacters(folded, READ_AS).replaceAll('vv', 'w');
}

/** Increased with each change of what the skeletons of a name are, so that stored ones are computed again. */
export const SKELETON_VERSION = 1;

/** The maximum length of a skeleton. An index cannot store long texts. */
const MAX_LENGTH = 200;

/**
 * Returns the skeletons of a company's name, without legal forms, spaces and punctuation. People may take two companies
 * that share a skeleton for one. The first skeleton is of the name as written and the second of its lower case, because
 * `I` looks like `l`, and `i` does not.
 */
export function nameSkeletons(name: string): string[] {
  // NFKC would make letters of the signs for trademarks.
  const text = visibleText(name)
    .replace(/[™℠®©](?!\p{L})/gu, '')
    .normalize('NFKC');
  const read = mapCharacters(text, FURTHER_LETTERS).replace(
    SYMBOL,
    (symbol) => SYMBOLS.get(symbol) ?? symbol,
  );
  // Symbols that look like letters become letters before all others are removed.
  const words = withoutMarks(read.replace(/[^\p{L}\p{M}\p{N}\p{P}\s]/gu, unhomoglyph))
    // "S.A." and "A/S" are one word.
    .replace(/(?<=\p{L})[./](?=\p{L})/gu, '')
    .replace(/\((?:株|有|주|유)\)/gu, ' ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
  const letters = withoutLegalForms(words).join('') || text.replace(/\s+/g, '');
  const skeletons = [skeleton(letters), skeleton(foldCase(letters))];
  return [...new Set(skeletons.map((one) => [...one].slice(0, MAX_LENGTH).join('')))];
}
