import { best } from './best-area.ts';
import type { Area, Gazetteer } from './gazetteer.ts';
import { AMBIGUOUS_COUNTRY } from './location-words.ts';

/** The maximum number of words in a name: "United Arab Emirates". */
const MAX_WORDS = 3;

/** Matches adjacent words that begin with a capital letter. */
const NAMES = /\p{Lu}[\p{L}.]*(?: \p{Lu}[\p{L}.]*)*/gu;

/** The only country that a text names. Returns undefined if the text names none or several. */
export function onlyCountryIn(text: string, gazetteer: Gazetteer): Area | undefined {
  let only: Area | undefined;
  for (const [name] of text.matchAll(NAMES)) {
    for (const country of countriesIn(name.split(' '), gazetteer)) {
      if (only && only.id !== country.id) return undefined;
      only = country;
    }
  }
  return only;
}

/** The countries in a sequence of capitalized words. "North America" does not mean America. */
function countriesIn(words: string[], gazetteer: Gazetteer): Area[] {
  const found: Area[] = [];
  for (let start = 0; start < words.length; ) {
    let length = Math.min(MAX_WORDS, words.length - start);
    let area: Area | undefined;
    for (; length > 0; length -= 1) {
      area = areaOf(words.slice(start, start + length).join(' '), gazetteer);
      if (area) break;
    }
    if (area?.kind === 'country') found.push(area);
    start += Math.max(1, length);
  }
  return found;
}

function areaOf(name: string, gazetteer: Gazetteer): Area | undefined {
  const text = name.replace(/\.$/, '');
  // Other short words, such as "IT" and "PM", rarely mean countries.
  const isName = text.length > 3 || /^(?:U\.?S|UK|USA|UAE)$/.test(text);
  if (!isName || AMBIGUOUS_COUNTRY.test(text)) return undefined;
  const own = gazetteer.named(text).filter(({ isOwn }) => isOwn);
  return best(own, undefined);
}
