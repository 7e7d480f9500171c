import { best } from './best-area.ts';
import type { Area, Gazetteer } from './gazetteer.ts';
import { AMBIGUOUS_COUNTRY } from './location-words.ts';

/** The number of words in the longest name that is looked up: "United Arab Emirates". */
const MAX_WORDS = 3;

/** Words that begin with a capital letter, beside each other. */
const NAMES = /\p{Lu}[\p{L}.]*(?: \p{Lu}[\p{L}.]*)*/gu;

/** The country that a text names; undefined if it names none or several. */
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

/** The countries among names of several words. "North America" is not America. */
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
  // Other short words are rarely countries: "IT", "PM".
  const isName = text.length > 3 || /^(?:U\.?S|UK|USA|UAE)$/.test(text);
  if (!isName || AMBIGUOUS_COUNTRY.test(text)) return undefined;
  const own = gazetteer.named(text).filter(({ isOwn }) => isOwn);
  return best(own, undefined);
}
