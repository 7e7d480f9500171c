/**
 * A board of realistic synthetic jobs. The same seed and size always give the same board, and any item can be generated
 * alone.
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
import { fieldsWithPhrases, fillIn, writePosting } from './posting.mjs';
import { INTRODUCTIONS } from './sentences.mjs';
import { capitalize, FREQUENT_PLACES, inventedWord, OTHER_PLACES, TITLES } from './words.mjs';

/** @typedef {import('#tests/support/random.mjs').Random} Random */
/** @typedef {{ jobs: number, seed: number, until: Date }} Size `until` is the date of the newest job */
/** @typedef {ReturnType<typeof makeBoard>} Board */
/** @typedef {ReturnType<Board['job']>} Job */

const PERIOD = 2 * 365 * 24 * 60 * 60 * 1_000;

/** The share of all jobs that the largest company has. */
const LARGEST_COMPANY = 0.015;

/** The lengths of the summaries that the product makes of descriptions (characters). */
const SUMMARY = { job: 90, company: 300 };

/**
 * The salary ranges of the product, by their upper bounds in dollars per year.
 * @type {[bound: number, value: string][]}
 */
export const SALARY_RANGES = [
  [50_000, 'Under $50K'],
  [60_000, '$50K - $60K'],
  [70_000, '$60K - $70K'],
  [80_000, '$70K - $80K'],
  [90_000, '$80K - $90K'],
  [100_000, '$90K - $100K'],
  [125_000, '$100K - $125K'],
  [150_000, '$125K - $150K'],
  [175_000, '$150K - $175K'],
  [200_000, '$175K - $200K'],
  [300_000, '$200K-$300K'],
  [Number.POSITIVE_INFINITY, 'Over $300K'],
];

/** The share of jobs without a salary, and the share of the other jobs that have only a range. */
const WITHOUT_SALARY = 0.54;
const RANGE_ONLY = 0.3;

/** The number of invented team names. */
const SQUADS = 400_000;

const SUFFIXES = ['Labs', 'Group', 'Health', 'GmbH', 'Systems', 'AI', 'Studio', 'Energy', 'Café'];

const chooseTitle = weightedChoice(TITLES.map((title) => [title, title.share]));
const chooseType = weightedChoice(
  Object.entries({ 'Full-Time': 78, Remote: 9, Contract: 6, 'Part-Time': 4, Internship: 3 }),
);
const choosePlace = weightedChoice(FREQUENT_PLACES);
const chooseCurrency = weightedChoice(Object.entries({ USD: 90, EUR: 4, GBP: 3, CAD: 3 }));
const chooseUnit = weightedChoice([
  [{ unit: 'year', perYear: 1, round: 5_000 }, 94],
  [{ unit: 'hour', perYear: 2_080, round: 1 }, 4],
  [{ unit: 'month', perYear: 12, round: 100 }, 2],
]);

/** @param {Size} size */
export function makeBoard({ jobs, seed, until }) {
  const fields = fieldsWithPhrases(seed);
  const chooseField = weightedChoice(fields.map((field) => [field, field.share]));
  const companyCount = Math.max(14, Math.round(jobs / 50));
  const companyFlatness = flatnessFor(companyCount, LARGEST_COMPANY);
  const rowCount = jobs + Math.floor(jobs / 20);
  const end = until.getTime();

  /** @param {number} number */
  const makeCompany = (number) => {
    const random = randomFrom(seedOf(seed, 3, number));
    const created = end - PERIOD - number;
    const root = inventedWord('company', number);
    const name = `${capitalize(root)}${random() < 0.3 ? ` ${pick(random, SUFFIXES)}` : ''}`;
    const products = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, index) =>
      capitalize(inventedWord('product', 3 * number + index)),
    );
    const introductions = [0, 1, 2].map((index) => {
      const names = { company: name, product: products[index % products.length] ?? name };
      return fillIn(random, pick(random, INTRODUCTIONS), fields[0]?.words ?? {}, names);
    });
    const description = introductions.join('\n\n');
    const row = {
      id: idOf(randomFrom(seedOf(seed, 2, number)), created),
      name,
      description,
      ...summaryOf(description, SUMMARY.company),
      website: `https://${root}.example`,
      created_at: new Date(created).toISOString(),
    };
    return { root, introductions, row };
  };
  /** @type {ReturnType<typeof makeCompany>[]} */
  const companies = [];
  const companyOf = (/** @type {number} */ number) => {
    companies[number] ??= makeCompany(number);
    return companies[number];
  };

  return {
    companyCount,
    /** The number of rows: the requested number of open jobs, and one closed job for every 20 of them. */
    rowCount,

    company: (/** @type {number} */ number) => companyOf(number).row,

    /** @param {number} number from 0, the oldest job, because a board receives its jobs over time */
    job(number) {
      const random = randomFrom(seedOf(seed, 4, number));
      const field = chooseField(random);
      const company = companyOf(skewed(random, companyCount, companyFlatness));
      // Square the fraction, so that most jobs are recent, because recent jobs are more likely to be open.
      const age = (1 - (number + random()) / rowCount) ** 2 * PERIOD;
      const posted = end - Math.floor(age);
      const description = writePosting(random, pick(random, company.introductions), field.phrases);
      const { title, pay } = chooseTitle(random);
      const role = title.replace('{role}', pickSkewed(random, field.words.role ?? []));
      const fullTitle = addTeam(random, role, field.words.area ?? []);
      const location = random() < 0.55 ? choosePlace(random) : pickSkewed(random, OTHER_PLACES);
      return {
        id: idOf(random, posted),
        company_id: company.row.id,
        title: fullTitle,
        type: chooseType(random),
        location,
        description,
        ...summaryOf(description, SUMMARY.job),
        ...makePay(random, field.pay * pay),
        applyurl: `https://jobs.${company.root}.example/${number}`,
        date: new Date(posted).toISOString(),
        closed_at:
          number % 21 < 20 ? null : new Date(end - Math.floor(age * random())).toISOString(),
      };
    },
  };
}

/**
 * @param {Random} random
 * @param {string} title
 * @param {string[]} areas
 */
function addTeam(random, title, areas) {
  const chance = random();
  if (chance < 0.38) return `${title}, ${pickSkewed(random, areas)}`;
  if (chance < 0.46) return `${title} - ${pickSkewed(random, areas)}`;
  if (chance >= 0.52) return title;
  return `${title}, Team ${capitalize(inventedWord('squad', skewed(random, SQUADS, 200)))}`;
}

/**
 * @param {Random} random
 * @param {number} usual in dollars per year
 */
function makePay(random, usual) {
  const none = { pay_minimum: null, pay_maximum: null, pay_currency: null, pay_unit: null };
  if (random() < WITHOUT_SALARY) return { salary: '', ...none };
  const middle = usual * (0.7 + 0.6 * random());
  if (random() < RANGE_ONLY) return { salary: rangeHolding(middle), ...none };
  const currency = chooseCurrency(random);
  const { unit, perYear, round } = chooseUnit(random);
  const spread = 0.08 + 0.15 * random();
  const [minimum = 0, maximum = 0] = [1 - spread, 1 + spread].map(
    (part) => Math.round((middle * part) / perYear / round) * round,
  );
  return {
    // As in imports, a job gets a salary range only if its pay is in US dollars per year.
    salary: unit === 'year' && currency === 'USD' ? rangeHolding((minimum + maximum) / 2) : '',
    pay_minimum: minimum,
    pay_maximum: maximum,
    pay_currency: currency,
    pay_unit: unit,
  };
}

/** @param {number} dollars */
function rangeHolding(dollars) {
  return SALARY_RANGES.find(([bound]) => dollars < bound)?.[1] ?? '';
}

/**
 * @param {string} description Markdown that begins with plain paragraphs and headings
 * @param {number} length
 */
function summaryOf(description, length) {
  const line = description.slice(0, length + 50).replace(/\n\n(## )?/g, ' ');
  return { summary: line.slice(0, length), summary_truncated: line.length > length };
}

/**
 * Makes a UUID of version 7, like the product: https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-7
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
