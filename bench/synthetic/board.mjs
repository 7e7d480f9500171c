/**
 * A board of believable jobs, made up: the same for the same seed and size, each company and job of its
 * own number.
 */

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
import { madeUpWord } from './invented-words.mjs';
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

/** @typedef {{ jobs: number, seed: number, until: Date }} Size `until`: when the newest job was posted */

const DAY = 24 * 60 * 60 * 1_000;
const PERIOD = 2 * 365 * DAY;

/** The largest company's part of all jobs. */
const LARGEST_COMPANY = 0.015;

/** As the summaries of the product are cut. */
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
  const facesOf = (number) => {
    const random = randomFrom(seedOf(seed, 3, number));
    const root = capitalise(madeUpWord('company', number));
    const name = random() < 0.3 ? `${root} ${pick(random, SUFFIXES)}` : root;
    const products = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, index) =>
      capitalise(madeUpWord('product', 3 * number + index)),
    );
    /** @param {number} index */
    const introduction = (index) =>
      fillIn(random, pick(random, INTRODUCTIONS), FIELDS[0] ?? never(), {
        company: name,
        product: products[index % products.length] ?? name,
      });
    return { name, root, introductions: [0, 1, 2].map(introduction) };
  };
  /** @type {ReturnType<typeof facesOf>[]} */
  const faces = [];

  /** @param {number} number */
  const face = (number) => {
    faces[number] ??= facesOf(number);
    return faces[number];
  };

  return {
    companyCount,
    /** As many open jobs as were asked for, and one in 21 that has been closed. */
    rowCount,

    /**
     * @param {number} number
     * @returns {Company}
     */
    company(number) {
      const { name, root, introductions } = face(number);
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
     * @param {number} number the oldest is 0, for a board gets its jobs day by day
     * @returns {Job}
     */
    job(number) {
      const random = randomFrom(seedOf(seed, 4, number));
      const field = chooseField(random);
      const company = skewed(random, companyCount, companyFlatness);
      // The square: a job that was posted lately is more likely to be open still.
      const age = (1 - (number + random()) / rowCount) ** 2 * PERIOD;
      const posted = end - Math.floor(age);
      const { introductions, root } = face(company);
      const introduction = pick(random, introductions);
      const description = describe(random, introduction, phrases.get(field) ?? never());
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
 * A UUID of version 7, as the product's own: https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-7
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
function never() {
  throw new Error('every field has its phrases');
}
