/** A board of realistic synthetic jobs. The same seed and size give the same board; any item can be generated alone. */

import {
  flatnessFor,
  pick,
  pickSkewed,
  randomFrom,
  seedOf,
  skewed,
  weightedChoice,
} from '#tests/support/random.mjs';
import { fillIn, writePhrases } from './compose.mjs';
import { describe } from './describe.mjs';
import { FIELDS } from './fields.mjs';
import { inventedWord } from './invented-words.mjs';
import { BIG_PLACES, SMALL_PLACES } from './places.mjs';
import { makePay } from './salaries.mjs';
import { INTRODUCTIONS } from './sentences.mjs';
import { makeTitle } from './titles.mjs';

/** @typedef {import('#tests/support/random.mjs').Random} Random */

/**
 * @typedef {object} Company
 * @property {string} id
 * @property {string} name
 * @property {string} description
 * @property {string} summary
 * @property {boolean} summary_truncated
 * @property {string} website
 * @property {string} created_at
 */

/**
 * The columns of `jobs`.
 * @typedef {object} Job
 * @property {string} id
 * @property {string} company_id
 * @property {string} title
 * @property {string} type
 * @property {string} location
 * @property {string} description
 * @property {string} summary
 * @property {boolean} summary_truncated
 * @property {string} salary
 * @property {number | null} pay_minimum
 * @property {number | null} pay_maximum
 * @property {string | null} pay_currency
 * @property {string | null} pay_unit
 * @property {string} applyurl
 * @property {string} date
 * @property {string | null} closed_at
 */

/** @typedef {{ jobs: number, seed: number, until: Date }} Size `until` is the date of the newest job */

const DAY = 24 * 60 * 60 * 1_000;
const PERIOD = 2 * 365 * DAY;

/** The share of the largest company in all jobs. */
const LARGEST_COMPANY = 0.015;

/** The lengths of the product's summaries. */
const SUMMARY = { job: 90, company: 300 };

const chooseField = weightedChoice(FIELDS.map((field) => [field, field.share]));
const chooseType = weightedChoice([
  ['Full-Time', 78],
  ['Remote', 9],
  ['Contract', 6],
  ['Part-Time', 4],
  ['Internship', 3],
]);
const chooseBigPlace = weightedChoice(BIG_PLACES);

/** @param {Size} size */
export function makeBoard({ jobs, seed, until }) {
  const phrases = writePhrases(seed);
  const companyCount = Math.max(14, Math.round(jobs / 50));
  const companyFlatness = flatnessFor(companyCount, LARGEST_COMPANY);
  const rowCount = jobs + Math.floor(jobs / 20);
  const end = until.getTime();

  /** @param {number} number */
  const companyId = (number) => idOf(randomFrom(seedOf(seed, 2, number)), end - PERIOD - number);

  /** @param {number} number */
  const makeProfile = (number) => {
    const random = randomFrom(seedOf(seed, 3, number));
    const root = capitalise(inventedWord('company', number));
    const name = random() < 0.3 ? `${root} ${pick(random, SUFFIXES)}` : root;
    const products = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, index) =>
      capitalise(inventedWord('product', 3 * number + index)),
    );
    /** @param {number} index */
    const introduction = (index) =>
      fillIn(random, pick(random, INTRODUCTIONS), FIELDS[0] ?? impossible(), {
        company: name,
        product: products[index % products.length] ?? name,
      });
    return { name, root, introductions: [0, 1, 2].map(introduction) };
  };
  /** @type {ReturnType<typeof makeProfile>[]} */
  const profiles = [];

  /** @param {number} number */
  const profileOf = (number) => {
    profiles[number] ??= makeProfile(number);
    return profiles[number];
  };

  return {
    companyCount,
    /** The requested number of open jobs, and one closed job in 21. */
    rowCount,

    /**
     * @param {number} number
     * @returns {Company}
     */
    company(number) {
      const { name, root, introductions } = profileOf(number);
      const description = introductions.join('\n\n');
      return {
        id: companyId(number),
        name,
        description,
        ...summaryOf(description, SUMMARY.company),
        website: `https://${root.toLowerCase()}.example`,
        created_at: new Date(end - PERIOD - number).toISOString(),
      };
    },

    /**
     * @param {number} number from 0, the oldest, because a board receives its jobs over time
     * @returns {Job}
     */
    job(number) {
      const random = randomFrom(seedOf(seed, 4, number));
      const field = chooseField(random);
      const company = skewed(random, companyCount, companyFlatness);
      // Squared, because recent jobs are more likely to be open.
      const age = (1 - (number + random()) / rowCount) ** 2 * PERIOD;
      const posted = end - Math.floor(age);
      const { introductions, root } = profileOf(company);
      const introduction = pick(random, introductions);
      const description = describe(random, introduction, phrases.get(field) ?? impossible());
      const title = makeTitle(random, field);
      const location = random() < 0.55 ? chooseBigPlace(random) : pickSkewed(random, SMALL_PLACES);
      return {
        id: idOf(random, posted),
        company_id: companyId(company),
        title: title.text,
        type: chooseType(random),
        location,
        description,
        ...summaryOf(description, SUMMARY.job),
        ...makePay(random, field.pay * title.factor),
        applyurl: `https://jobs.${root.toLowerCase()}.example/${number}`,
        date: new Date(posted).toISOString(),
        closed_at:
          number % 21 < 20 ? null : new Date(end - Math.floor(age * random())).toISOString(),
      };
    },
  };
}

const SUFFIXES = ['Labs', 'Group', 'Health', 'GmbH', 'Systems', 'AI', 'Studio', 'Energy', 'Café'];

/**
 * @param {string} description Markdown that begins with plain paragraphs and headings
 * @param {number} length
 */
function summaryOf(description, length) {
  const line = description.slice(0, length + 50).replace(/\n\n(## )?/g, ' ');
  return { summary: line.slice(0, length), summary_truncated: line.length > length };
}

/** @param {string} word */
function capitalise(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/**
 * A UUID of version 7, as the product creates: https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-7
 * @param {Random} random
 * @param {number} milliseconds
 */
function idOf(random, milliseconds) {
  const time = milliseconds.toString(16).padStart(12, '0');
  const hex = (/** @type {number} */ digits) =>
    Math.floor(random() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0');
  const variant = (8 + Math.floor(random() * 4)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(6)}${hex(6)}`;
}

/** @returns {never} */
function impossible() {
  throw new Error('a field without phrases');
}
