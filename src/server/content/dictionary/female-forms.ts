/**
 * The endings of words for men and for women in French, Spanish, Portuguese, Italian and German, without accents. The
 * first rule whose ending a word has applies. German words that `wordsOf` turns into the male form are left out.
 */
const RULES: [string, string[]][] = [
  ['ateur', ['atrice', 'ateure']],
  ['cteur', ['ctrice', 'cteure']],
  ['eur', ['euse', 'eure']],
  ['tore', ['trice']],
  ['ere', ['era']],
  ['iere', ['iera']],
  ['ier', ['iere']],
  ['ien', ['ienne']],
  ['eiro', ['eira']],
  ['ero', ['era']],
  ['ico', ['ica']],
  ['ado', ['ada']],
  ['ato', ['ata']],
  ['eto', ['eta']],
  ['ivo', ['iva']],
  ['ogo', ['oga']],
  ['or', ['ora']],
  ['ant', ['ante']],
  ['ent', ['ente']],
  ['at', ['ate']],
  ['al', ['ale']],
];

/** Words that are too short to have such an ending. */
const MIN_LENGTH = 6;

/** The forms for women of the words of a title for a man: "ingenieure logiciel" for "ingenieur logiciel". */
export function femaleForms(words: string[]): string[][] {
  const forms = words.map(formsOf);
  const changed = forms.findIndex((each) => each.length > 0);
  return (forms[changed] ?? []).map((form) =>
    words.map((word, index) => (index === changed ? form : (forms[index]?.[0] ?? word))),
  );
}

function formsOf(word: string): string[] {
  if (word.length < MIN_LENGTH) return [];
  const rule = RULES.find(([ending]) => word.endsWith(ending));
  return rule ? rule[1].map((ending) => word.slice(0, -rule[0].length) + ending) : [];
}
