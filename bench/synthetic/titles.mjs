import { pickSkewed, skewed, weightedChoice } from '#tests/support/random.mjs';
import { inventedWord } from './invented-words.mjs';

/** @typedef {import('#tests/support/random.mjs').Random} Random */
/** @typedef {[before: string, after: string, factor: number]} Level */

/** The affixes of titles and their salary factors. These words appear only in titles. */
const chooseLevel = weightedChoice(
  /** @type {[Level, number][]} */ ([
    [['', '', 1], 52],
    [['Senior ', '', 1.3], 21],
    [['Lead ', '', 1.4], 5],
    [['Staff ', '', 1.6], 5],
    [['Junior ', '', 0.7], 3],
    [['Principal ', '', 1.8], 2],
    [['', ' II', 1.1], 3],
    [['', ' III', 1.25], 1],
    [['Associate ', '', 0.8], 2],
    [['Founding ', '', 1.3], 1.5],
    [['Head of ', '', 1.7], 1],
    [['Interim ', '', 1.2], 0.5],
    [['Deputy ', '', 1.1], 0.3],
    [['', ' (m/f/d)', 1], 2.5],
    [['', ' Apprentice', 0.5], 0.3],
  ]),
);

/** The number of invented team names. */
const SQUADS = 400_000;

/**
 * @param {Random} random
 * @param {import('./fields.mjs').Field} field
 */
export function makeTitle(random, field) {
  const [before, after, factor] = chooseLevel(random);
  const role = `${before}${pickSkewed(random, field.roles)}${after}`;
  const chance = random();
  if (chance < 0.38) return { text: `${role}, ${pickSkewed(random, field.areas)}`, factor };
  if (chance < 0.46) return { text: `${role} - ${pickSkewed(random, field.areas)}`, factor };
  if (chance < 0.52) return { text: `${role}, ${squad(random)}`, factor };
  return { text: role, factor };
}

/** @param {Random} random */
function squad(random) {
  const name = inventedWord('squad', skewed(random, SQUADS, 200));
  return `Team ${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
