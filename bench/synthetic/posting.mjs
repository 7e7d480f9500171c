import { pick, pickSkewed, randomFrom, seedOf, skewed } from '#tests/support/random.mjs';
import { HEADINGS, SENTENCES } from './sentences.mjs';
import { capitalize, FIELDS, inventedWord } from './words.mjs';

/** @typedef {import('#tests/support/random.mjs').Random} Random */
/** @typedef {Record<keyof typeof SENTENCES, string[]>} Phrases */

/**
 * The number of sentences of each kind that are generated in advance for a field of work. Generating new ones for each
 * job would be slow.
 */
const POOL = 3_000;

/** The lengths of postings (characters), distributed like those of real ones: log-normally, with this median and spread. */
const MEDIAN_LENGTH = 4_700;
const SPREAD = 0.42;
const MIN_LENGTH = 1_500;
const MAX_LENGTH = 12_000;

/** The number of words besides those of the templates, which give a posting as many distinct words as a real one has. */
const WORDS = 12_000;

/** The flatness of the distribution of these words; see `skewed`. */
const WORD_FLATNESS = 150;

/** The number of rare topics. Many of them occur only once in a million jobs. */
export const TOPICS = 3_000_000;

/** The flatness of the distribution of topics; see `skewed`. */
export const TOPIC_FLATNESS = 400;

/** The placeholder for the rare topic in a sentence that was generated in advance. */
const GAP = '\0';

/**
 * Returns the fields of work with sentences for their postings.
 * @param {number} seed
 */
export function fieldsWithPhrases(seed) {
  return FIELDS.map((field, index) => {
    const random = randomFrom(seedOf(seed, 1, index));
    const pools = Object.entries(SENTENCES).map(([kind, templates]) => [
      kind,
      Array.from({ length: POOL }, () => fillIn(random, pick(random, templates), field.words)),
    ]);
    return { ...field, phrases: /** @type {Phrases} */ (Object.fromEntries(pools)) };
  });
}

/**
 * @param {Random} random
 * @param {string} template
 * @param {import('./words.mjs').Words} words
 * @param {Record<string, string>} [names] the values of other slots
 */
export function fillIn(random, template, words, names = {}) {
  return template.replace(/\{(\w+)\}/g, (_slot, name) => {
    if (name === 'number') return String(5 + Math.floor(random() * 45));
    if (name === 'years') return String(1 + Math.floor(random() * 10));
    if (name === 'tail') return GAP;
    if (name === 'Verb') return capitalize(pickSkewed(random, words.verb ?? []));
    return names[name] ?? pickSkewed(random, words[name] ?? []);
  });
}

/**
 * Writes a posting in Markdown, with 1,500 to 12,000 characters.
 * @param {Random} random
 * @param {string} introduction plain text, the first paragraph
 * @param {Phrases} phrases
 */
export function writePosting(random, introduction, phrases) {
  const headings = pick(random, HEADINGS);
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const drawn = MEDIAN_LENGTH * Math.exp(SPREAD * normal);
  const length = Math.min(Math.max(drawn, MIN_LENGTH + 50), MAX_LENGTH - 900);
  const rest = length - introduction.length;
  const word = () => inventedWord('word', skewed(random, WORDS, WORD_FLATNESS));
  const bullets = (/** @type {string[]} */ sentences, /** @type {number} */ part) =>
    fill(
      part * rest,
      '',
      () => `- ${pick(random, sentences)}, ${word()}, ${word()}, ${word()} and ${word()}\n`,
    );
  const extra = () => {
    const sentence = pick(random, phrases.extras);
    const kind = random() < 0.5 ? 'tool' : 'topic';
    return sentence.replace(GAP, inventedWord(kind, skewed(random, TOPICS, TOPIC_FLATNESS)));
  };
  let text = `${introduction}\n\n## ${headings[0]}\n\n`;
  text += fill(0.22 * rest, ' ', () => pick(random, phrases.role));
  text += `\n\n## ${headings[1]}\n\n${bullets(phrases.duties, 0.33)}`;
  text += `\n## ${headings[2]}\n\n${bullets(phrases.requirements, 0.2)}`;
  if (random() < 0.75) {
    text += `\n## ${headings[3]}\n\n`;
    do text += `- ${extra()}\n`;
    while (random() < 0.55);
  }
  if (random() < 0.7) text += `\n## ${headings[4]}\n\n${bullets(phrases.benefits, 0.12)}`;
  text += '\n';
  do text += `${pick(random, phrases.closings)}\n\n`;
  while (text.length < Math.max(length, MIN_LENGTH + 2));
  return text.slice(0, -2);
}

/**
 * Joins parts until the text has at least this length.
 * @param {number} length
 * @param {string} separator
 * @param {() => string} part
 */
function fill(length, separator, part) {
  let text = part();
  while (text.length < length) text += separator + part();
  return text;
}
