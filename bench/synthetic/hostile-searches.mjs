import { pick, randomFrom } from '#tests/support/random.mjs';

/** The maximum length of a search that the server accepts (characters); `SEARCH_LENGTH` in src/shared/limits.ts. */
const MAX_LENGTH = 500;

const STOP_WORDS = 'the of and a in to for with on at by from is are we you your our'.split(' ');

/** A few words in each of ten scripts. */
const SCRIPTS = [
  ['инженер', 'программист', 'менеджер'],
  ['μηχανικός', 'προγραμματιστής'],
  ['مهندس', 'مدير', 'مبيعات'],
  ['מהנדס', 'מנהל'],
  ['इंजीनियर', 'प्रबंधक'],
  ['วิศวกร', 'ผู้จัดการ'],
  ['软件工程师', '经理', '销售'],
  ['エンジニア', 'マネージャー', '営業'],
  ['엔지니어', '매니저'],
  ['ინჟინერი', 'მენეჯერი'],
];

/**
 * Returns two hundred searches that are the slowest for a database or that no person would type: very many words,
 * single letters, beginnings of words, exclusions, stop words, wildcards, long alternatives and other scripts.
 * @param {readonly string[]} common words that many jobs contain
 * @param {readonly string[]} medium words of medium frequency
 * @param {readonly string[]} titles job titles
 */
export function hostileSearches(common, medium, titles) {
  const random = randomFrom(7);
  /** @param {number} count @param {readonly string[]} list */
  const some = (count, list) => Array.from({ length: count }, () => pick(random, list));
  /** @type {(() => string)[]} */
  const kinds = [
    () => some(12, common).join(' '),
    () => some(12, medium).join(' '),
    () => some(60, [...common, ...medium]).join(' '),
    () => some(12, common).join(' OR '),
    () => some(6, [...titles, ...common]).join(' OR '),
    () =>
      some(6, common)
        .map((word) => `-${word}`)
        .join(' '),
    () => `-${pick(random, medium)}`,
    () =>
      `${pick(random, common)} ${some(6, medium)
        .map((word) => `-${word}`)
        .join(' ')}`,
    () => some(5, STOP_WORDS).join(' '),
    () => `"${some(4, STOP_WORDS).join(' ')}"`,
    () => `"${some(2, common).join(' ')}" "${some(2, common).join(' ')}"`,
    () => pick(random, [...'abcdefghijklmnopqrstuvwxyz']),
    () => some(8, [...'abcdefghijklmnopqrstuvwxyz']).join(' '),
    () => pick(random, common).slice(0, 2),
    () => `${pick(random, common)} ${pick(random, common).slice(0, 3)}`,
    () => pick(random, ['*', '%', 's*', '*ing', 'a:* | b:*', '(((', '!!', '& |', '\\', "'"]),
    () => some(3, pick(random, SCRIPTS)).join(' '),
    () => some(6, SCRIPTS.flat()).join(' OR '),
    () => 'x'.repeat(MAX_LENGTH),
    () => `${pick(random, titles)} ${pick(random, titles)} ${some(4, common).join(' ')}`,
  ];
  return Array.from({ length: 200 }, (_, index) =>
    (kinds[index % kinds.length]?.() ?? '').slice(0, MAX_LENGTH),
  );
}
