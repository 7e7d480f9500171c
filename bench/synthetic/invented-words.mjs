/** Invented words, such as names of products and tools: the long tail, most of which few postings contain. */

const BEGINNINGS =
  'bra ble cro dra dwe fla fro gli gru hya jor kla kre lum mav nor oph pli pra qui rho sha ska sno sto tav tri ulv vex wil xan yar zeph'.split(
    ' ',
  );
const MIDDLES =
  'ba be bi bo da de di do ga ge gi go ka ke ki ko la le li lo ma me mi mo na ne ni no pa pe pi po ra re ri ro sa se si so ta te ti to va ve vi vo'.split(
    ' ',
  );

/** The endings differ between kinds, so that all words are unique. */
const ENDINGS = {
  company: 'ndor rwick lfield ntham skell rvane mbra lthus rnow ggen'.split(' '),
  product: 'xo zle ptic quil wisp jet vue rama fold bloom'.split(' '),
  tool: 'db ctl kit lang forge scope wire mesh grid stack'.split(' '),
  topic: 'sis tics graphy nomics lurgy metry phony tropy logy craft'.split(' '),
  squad: 'hawk fin paw wing tail claw hoof mane crest beak'.split(' '),
};

/** @typedef {keyof typeof ENDINGS} Kind */

/**
 * The unique word of a number.
 * @param {Kind} kind
 * @param {number} number from 0 to less than 16 million
 */
export function inventedWord(kind, number) {
  // Scatter the numbers, because neighbors would start alike. The factor is coprime to the number of words.
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
