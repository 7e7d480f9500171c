import { pick, pickSkewed, randomFrom, seedOf } from '#tests/support/random.mjs';
import { FIELDS } from './fields.mjs';
import * as SENTENCES from './sentences.mjs';
import * as WORDS from './vocabulary.mjs';

/** @typedef {import('#tests/support/random.mjs').Random} Random */
/** @typedef {import('./fields.mjs').Field} Field */

/** The number of pregenerated sentences per kind and field. Generating each one anew would take too long. */
const POOL = 3_000;

/**
 * The sentences of a field's postings.
 * @typedef {object} Phrases
 * @property {string[]} role
 * @property {string[]} duties
 * @property {string[]} requirements
 * @property {[before: string, after: string][]} extras around a rare word
 * @property {string[]} benefits
 * @property {string[]} closings
 */

/** The placeholder of the rare word in a pregenerated sentence. */
const GAP = '\0';

/**
 * @param {number} seed
 * @returns {Map<Field, Phrases>}
 */
export function writePhrases(seed) {
  return new Map(
    FIELDS.map((field, index) => {
      const random = randomFrom(seedOf(seed, 1, index));
      const pool = (/** @type {string[]} */ templates) =>
        Array.from({ length: POOL }, () => fillIn(random, pick(random, templates), field));
      return [
        field,
        {
          role: pool(SENTENCES.ROLE),
          duties: pool(SENTENCES.DUTIES),
          requirements: pool(SENTENCES.REQUIREMENTS),
          extras: pool(SENTENCES.EXTRAS).map((sentence) => {
            const [before = '', after = ''] = sentence.split(GAP);
            return [before, after];
          }),
          benefits: pool(SENTENCES.BENEFITS),
          closings: pool(SENTENCES.CLOSINGS),
        },
      ];
    }),
  );
}

/**
 * @param {Random} random
 * @param {string} template
 * @param {Field} field
 * @param {Record<string, string>} [names] the values of other slots
 */
export function fillIn(random, template, field, names = {}) {
  return template.replace(/\{(\w+)\}/g, (_slot, name) => names[name] ?? word(random, name, field));
}

/**
 * @param {Random} random
 * @param {string} slot
 * @param {Field} field
 * @returns {string}
 */
function word(random, slot, field) {
  switch (slot) {
    case 'role':
      return pickSkewed(random, field.roles);
    case 'area':
      return pickSkewed(random, field.areas);
    case 'object':
      return pickSkewed(random, field.objects);
    case 'tool':
      return pickSkewed(random, field.tools);
    case 'noun':
      return pickSkewed(random, WORDS.NOUNS);
    case 'verb':
      return pickSkewed(random, WORDS.VERBS);
    case 'Verb': {
      const verb = pickSkewed(random, WORDS.VERBS);
      return verb.charAt(0).toUpperCase() + verb.slice(1);
    }
    case 'adjective':
      return pickSkewed(random, WORDS.ADJECTIVES);
    case 'benefit':
      return pickSkewed(random, WORDS.BENEFITS);
    case 'industry':
      return pickSkewed(random, WORDS.INDUSTRIES);
    case 'number':
      return String(5 + Math.floor(random() * 45));
    case 'years':
      return String(1 + Math.floor(random() * 10));
    case 'tail':
      return GAP;
    default:
      throw new Error(`no word for {${slot}}`);
  }
}
