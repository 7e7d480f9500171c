import { pick, skewed } from '#tests/support/random.mjs';
import { inventedWord } from './invented-words.mjs';
import { HEADINGS } from './sentences.mjs';

/** @typedef {import('#tests/support/random.mjs').Random} Random */
/** @typedef {import('./compose.mjs').Phrases} Phrases */

const MIN_LENGTH = 1_500;
const MAX_LENGTH = 5_000;

/** The number of rare topics. Many of them appear once in a million jobs. */
export const TOPICS = 3_000_000;

/** The distribution of topics; see `skewed`. */
export const TOPIC_FLATNESS = 400;

/**
 * A posting in Markdown, of 1,500 to 5,000 characters.
 * @param {Random} random
 * @param {string} introduction plain text, the first paragraph
 * @param {Phrases} phrases
 */
export function describe(random, introduction, phrases) {
  const headings = pick(random, HEADINGS);
  const length = Math.min(MIN_LENGTH + 50 - 550 * Math.log(1 - random()), MAX_LENGTH - 900);
  const rest = length - introduction.length;
  let text = `${introduction}\n\n## ${headings[0]}\n\n`;
  text += paragraph(random, phrases.role, 0.22 * rest);
  text += `\n\n## ${headings[1]}\n\n`;
  text += bullets(random, phrases.duties, 0.33 * rest);
  text += `\n## ${headings[2]}\n\n`;
  text += bullets(random, phrases.requirements, 0.2 * rest);
  if (random() < 0.75) text += `\n## ${headings[3]}\n\n${extras(random, phrases)}`;
  if (random() < 0.7) {
    text += `\n## ${headings[4]}\n\n${bullets(random, phrases.benefits, 0.12 * rest)}`;
  }
  text += '\n';
  do {
    text += `${pick(random, phrases.closings)}\n\n`;
  } while (text.length < length || text.length < MIN_LENGTH + 2);
  return text.slice(0, -2);
}

/**
 * @param {Random} random
 * @param {string[]} sentences
 * @param {number} length at least
 */
function paragraph(random, sentences, length) {
  let text = pick(random, sentences);
  while (text.length < length) text += ` ${pick(random, sentences)}`;
  return text;
}

/**
 * @param {Random} random
 * @param {string[]} sentences
 * @param {number} length at least
 */
function bullets(random, sentences, length) {
  let text = `- ${pick(random, sentences)}\n`;
  while (text.length < length) text += `- ${pick(random, sentences)}\n`;
  return text;
}

/**
 * @param {Random} random
 * @param {Phrases} phrases
 */
function extras(random, { extras: sentences }) {
  let text = '';
  do {
    const [before, after] = pick(random, sentences);
    text += `- ${before}${topic(random)}${after}\n`;
  } while (random() < 0.55);
  return text;
}

/** @param {Random} random */
function topic(random) {
  const kind = random() < 0.5 ? 'tool' : 'topic';
  return inventedWord(kind, skewed(random, TOPICS, TOPIC_FLATNESS));
}
