import { jobDictionary } from '../dictionary/job-dictionary.ts';
import { toOneLine } from '../text.ts';
import { withoutLegalForms } from './legal-forms.ts';

/** Last words of companies' names that people add or leave out, as in "Loom Labs" for Loom. */
const ENDINGS = new Set(
  'labs lab hq ai io app apps technologies technology tech software systems group holding holdings studio studios com'.split(
    ' ',
  ),
);

/** Endings that people also write without a space, as in "loomlabs". No usual word ends in one of them. */
const JOINED_ENDINGS = 'labs hq technologies software studios gmbh inc llc'.split(' ');

/** Words that people add to a name when they look for jobs. */
const CAREERS = new Set(['careers', 'career', 'jobs', 'job', 'karriere', 'hiring']);

/** Matches words before a name, as in "jobs at Loom". */
const AT =
  /^(?:(?:open )?(?:jobs|careers|roles|positions|work|working|stellen|emplois?) )?(?:at|bei|chez) (?=\S)/iu;

/** Legal forms that names in the index may end in, joined to the name. */
const INDEXED_FORMS =
  'inc llc ltd limited gmbh ag se corp co plc sa sas sarl srl spa bv ab oy kg'.split(' ');

/** The minimum length of a name after a joined ending is left out (characters). */
const MIN_LENGTH = 3;

/** How a search names a company: by the whole name, or by the name with or without a word such as "Labs" at its end. */
export type Naming = 'whole' | 'short';

/**
 * The comparable forms of a company's name, or of a search for one: the letters and digits of its words, joined. The
 * first form has all words but the legal form; the others lack words such as "Labs" at the end. "Eleven Labs, Inc.",
 * "ElevenLabs" and "eleven-labs" have the same forms: `elevenlabs` and `eleven`.
 */
export function nameForms(name: string): string[] {
  let words = withoutLegalForms(wordsOfName(name));
  const forms = [words.join('')];
  while (words.length > 1 && ENDINGS.has(words.at(-1) ?? '')) {
    words = withoutLegalForms(words.slice(0, -1));
    forms.push(words.join(''));
  }
  const [last = ''] = words.length === 1 ? words : [];
  const ending = JOINED_ENDINGS.find((joined) => last.endsWith(joined));
  if (ending && last.length - ending.length >= MIN_LENGTH) {
    forms.push(last.slice(0, -ending.length));
  }
  return [...new Set(forms)].filter((form) => form !== '');
}

/**
 * Whether a search is the name of a company. Only one of them may lack words at the end: "Loom AI" is not a name of
 * "Loom Labs". A search for a role or a skill, such as "sales", is not a short name of "Sales Labs".
 */
export function namingOf(searched: string, name: string): Naming | undefined {
  const asked = searchedForms(searched);
  const forms = nameForms(name);
  const [wholeAsked] = asked;
  const [whole] = forms;
  if (wholeAsked === undefined || whole === undefined) return undefined;
  if (wholeAsked === whole) return 'whole';
  if (asked.includes(whole)) return 'short';
  const isShort = forms.includes(wholeAsked) && jobDictionary().find(searched).length === 0;
  return isShort ? 'short' : undefined;
}

/** The forms of a search that may be the name of a company. If `namingOf` knows the company, they share one form. */
export const searchedForms = (searched: string) => nameForms(withoutCareers(searched));

/**
 * The joined letters of all names that a search may mean, to look them up in an index of joined names: the forms of the
 * search, and its words with each ending and legal form.
 */
export function namesToFind(searched: string): string[] {
  const [whole, ...shorter] = searchedForms(searched);
  if (whole === undefined) return [];
  const names = [whole, ...shorter];
  const longer = [...ENDINGS].map((ending) => whole + ending);
  return [...names, ...longer].flatMap((form) => [
    form,
    ...(longer.includes(form) ? [] : INDEXED_FORMS.map((legal) => form + legal)),
  ]);
}

/** The search without words about jobs: "Loom" from "jobs at Loom" and "Loom careers". */
function withoutCareers(searched: string): string {
  const words = toOneLine(searched).replace(AT, '').split(' ');
  while (words.length > 1 && CAREERS.has((words.at(-1) ?? '').toLowerCase())) words.pop();
  return words.join(' ');
}

/** The words of a name in lower case, without accents and punctuation. Capitals begin words, as in "ElevenLabs". */
function wordsOfName(name: string): string[] {
  return (
    name
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      // "GmbH" is one word.
      .replace(/(\p{Ll})(?=\p{Lu}\p{L})/gu, '$1 ')
      .toLowerCase()
      .replaceAll('ß', 'ss')
      // "Loom GmbH & Co. KG" ends in two legal forms.
      .replace(/&(?=\s*co(?![\p{L}\p{N}]))/gu, ' ')
      .replace(/&/g, ' and ')
      // "S.A." is one word.
      .replace(/(?<=(?<!\p{L})\p{L})\.(?=\p{L}(?!\p{L}))/gu, '')
      .replace(/['’]/gu, '')
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '')
  );
}
