/** Legal forms of companies, in lower case, without marks and dots. https://www.gleif.org/en/lei-data/code-lists */
const LEGAL_FORMS = new Set(
  `inc incorporated llc ltd pte private limited corp corporation co company plc llp lp pty pvt pllc
  gmbh ggmbh mbh gesellschaft aktiengesellschaft kommanditgesellschaft ag se kg kgaa ohg gbr ug haftungsbeschrankt ev eg
  sa sas sasu sarl eurl sci snc sca sl slu sau srl srls spa scarl lda ltda cv eireli
  bv nv vof ab hb aktiebolag as asa ans aps is ks oy oyj ehf hf ou sia uab
  sro doo dd ad eood ood ead kft zrt nyrt bt pjsc jsc ojsc
  ооо оао зао пао ао ип тов пат ат еоод оод ад εε επε ικε οε
  as sti tbk pt sdn bhd berhad kk gk ltee limitee בעמ שמם شمم`.split(/\s+/),
);

/** Legal forms of several words, joined. */
const LONG_FORMS = new Set(['spzoo', 'sadecv', 'srldecv', 'spolsro', 'sarl', 'societeanonyme']);

/** Legal forms that may be spelled as single letters. */
const SPELLED_FORMS = new Set(['sa', 'srl', 'spa', 'bv', 'nv', 'llc', 'sro', 'doo']);

/** Legal forms that are written without a space beside the name. */
const ATTACHED =
  '株式会社|有限会社|合同会社|合資会社|股份有限公司|有限责任公司|有限責任公司|有限公司|주식회사|유한회사';
const ATTACHED_FORM = new RegExp(`^(?:${ATTACHED})|(?:${ATTACHED})$`, 'gu');

/** The maximum number of words of a legal form, as in "Sp. z o.o." */
const MAX_WORDS = 3;

/** Whether single letters spell a legal form, as in "S. A." Two letters of a name, as in "A. B.", do not. */
function isSpelledForm(letters: string[]): boolean {
  return SPELLED_FORMS.has(letters.join('').toLowerCase());
}

/**
 * Removes the legal forms before and after the name of a company: "Loom" from "Loom GmbH & Co. KG". One word always
 * remains.
 * @param words the words of the name, without marks and punctuation
 */
export function withoutLegalForms(words: string[]): string[] {
  const isForm = (part: string[]) =>
    (part.length === 1 ? LEGAL_FORMS : LONG_FORMS).has(part.join('').toLowerCase()) ||
    (part.length > 1 && part.every((word) => /^.$/u.test(word)) && isSpelledForm(part));
  for (let count = Math.min(MAX_WORDS, words.length - 1); count > 0; count--) {
    if (isForm(words.slice(-count))) return withoutLegalForms(words.slice(0, -count));
    if (isForm(words.slice(0, count))) return withoutLegalForms(words.slice(count));
  }
  return words.map((word) => word.replace(ATTACHED_FORM, '') || word);
}
