/**
 * Words that no language has, as names of products and tools often are: the long tail, most of which
 * only a handful of postings use.
 */

const BEGINNINGS =
  'bra ble cro dra dwe fla fro gli gru hya jor kla kre lum mav nor oph pli pra qui rho sha ska sno sto tav tri ulv vex wil xan yar zeph'.split(
    ' ',
  );
const MIDDLES =
  'ba be bi bo da de di do ga ge gi go ka ke ki ko la le li lo ma me mi mo na ne ni no pa pe pi po ra re ri ro sa se si so ta te ti to va ve vi vo'.split(
    ' ',
  );

/** No two kinds share an ending, so that no two things share a name. */
const ENDINGS = {
  company: 'ndor rwick lfield ntham skell rvane mbra lthus rnow ggen'.split(' '),
  product: 'xo zle ptic quil wisp jet vue rama fold bloom'.split(' '),
  tool: 'db ctl kit lang forge scope wire mesh grid stack'.split(' '),
  topic: 'sis tics graphy nomics lurgy metry phony tropy logy craft'.split(' '),
  squad: 'hawk fin paw wing tail claw hoof mane crest beak'.split(' '),
};

/** @typedef {keyof typeof ENDINGS} Kind */

/**
 * The word of this number: always the same, and no other number's.
 * @param {Kind} kind
 * @param {number} number from 0 to less than 16 million
 */
export function madeUpWord(kind, number) {
  // Scattered, for neighbours would begin alike; the factor is coprime to the number of all words.
  let rest = (number * 7_368_787) % COUNT;
  const next = (/** @type {string[]} */ parts) => {
    const part = parts[rest % parts.length] ?? '';
    rest = Math.floor(rest / parts.length);
    return part;
  };
  const ending = next(ENDINGS[kind]);
  return next(BEGINNINGS) + next(MIDDLES) + next(MIDDLES) + next(MIDDLES) + ending;
}

const COUNT = BEGINNINGS.length * MIDDLES.length ** 3 * 10;
