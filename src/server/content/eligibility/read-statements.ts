import type { Area, Gazetteer } from '../places/gazetteer.ts';
import { type Location, readLocation } from '../places/read-location.ts';
import type { Sentence } from './sentences.ts';

/**
 * What a sentence says about where people may work from. `open`: who may apply. `demand`: where people must be.
 * `authorization`: where they must be allowed to work, which counts only if no other sentence says where the job is.
 * `places` is empty if the sentence demands places without naming them, or excludes some.
 */
export type Statement = { kind: 'open' | 'demand' | 'authorization'; places: Area[] };

const ADVERBS = `(?:(?:currently|physically|permanently|legally|already|also|primarily|fully|being|remotely) )*`;
const BASED = `(?:based|located|residing|resident|reside|live|living|domiciled)`;
const IN = `(?:(?:from )?anywhere )?(?:in|within|from|across)`;
const PEOPLE = `(?:(?:all|only|remote|qualified|great|strong|exceptional|international) )*(?:candidates|applicants|applications|people|persons|residents|talent|individuals|those|anyone|contractors|employees|team members|engineers|developers|designers)(?: only)?(?: from (?:candidates|applicants|people|individuals|those))?(?: (?:who|that))?(?: are)?`;
const MUST = String.raw`\b(?:must|needs? to|have to|has to|required to|should)`;

/** What precedes the places in a statement, and the kind of the statement. */
const STATEMENTS: { kind: Statement['kind']; before: RegExp; items?: true }[] = [
  {
    kind: 'demand',
    before: rule(`${MUST} ${ADVERBS}(?:be )?${ADVERBS}${BASED} ${ADVERBS}${IN}`),
  },
  {
    kind: 'demand',
    before: rule(`^(?:you(?: are|['’]re)? )?${ADVERBS}${BASED} ${ADVERBS}${IN}`),
    items: true,
  },
  {
    kind: 'demand',
    before: rule(
      String.raw`\b(?:only|can|able to|currently|support) ${ADVERBS}(?:hire|hiring|employ|employing)(?: only)?(?: ${PEOPLE})?(?: ${ADVERBS}${BASED})?(?: only)? ${IN}`,
    ),
  },
  {
    kind: 'open',
    before: rule(
      String.raw`\bwe (?:hire|employ|recruit)(?: ${PEOPLE})?(?: ${ADVERBS}${BASED})? ${IN}`,
    ),
  },
  {
    kind: 'open',
    before: rule(
      String.raw`\b(?:open|limited|restricted|available)(?: only| exclusively)? to ${PEOPLE}(?: ${ADVERBS}${BASED})? ${IN}`,
    ),
  },
  {
    kind: 'open',
    before: rule(
      String.raw`\b(?:accept|accepting|consider|considering|welcome|welcoming|hire|hiring|seeking|looking for)(?: only)? ${PEOPLE}(?: ${ADVERBS}${BASED})(?: only)? ${IN}`,
    ),
  },
  {
    kind: 'open',
    before: rule(
      String.raw`\b(?:only|currently) (?:accept|accepting|consider|considering|hire|hiring|seeking) ${PEOPLE}(?: only)? ${IN}`,
    ),
  },
  {
    kind: 'open',
    before: rule(String.raw`\b(?:can|may) be ${ADVERBS}${BASED} ${ADVERBS}${IN}`),
  },
  {
    kind: 'open',
    before: rule(
      String.raw`\b(?:remote|remotely)(?:-first)?(?: (?:role|position|opportunity|job))?(?: is)?(?: open| available| based| located| only)? ${IN}`,
    ),
  },
  // Matches "Remote (US only)".
  { kind: 'open', before: /\bremote(?:[-‑ ]first)? ?\((?=\p{Lu}[^()]*\))/iu },
  {
    kind: 'authorization',
    before: rule(
      String.raw`(?:${MUST} [^,]{0,40}|^(?:be |you are |you['’]re |currently |legally )?|\b(?:consider|accept)\w* [^,]{0,40})\b(?:authori[sz]ed|eligible|permitted|entitled|right|authori[sz]ation|eligibility)(?: to (?:legally )?(?:live and )?work| to be employed)? (?:in|within)`,
    ),
  },
];

function rule(pattern: string): RegExp {
  return new RegExp(String.raw`${pattern}(?=[\s:.,;!]|$)`, 'iu');
}

/** Matches a demand for citizenship: "US citizens only", "must be a US citizen", "UK citizenship is required". */
const CITIZENS = [
  /\b(US|USA|UK|EU|\p{Lu}\p{Ll}{2,}(?: \p{Lu}\p{Ll}{2,})?) (?:citizens?|citizenship|nationals?|residents?)(?: or (?:lawful )?permanent residents?)?,? (?:only\b|(?:is |are |status )?required\b)/u,
  new RegExp(
    String.raw`(?:${MUST.replace('must', '[Mm]ust')} (?:be|have|hold)|\b[Oo]nly)(?: an?)? (US|USA|UK|EU|\p{Lu}\p{Ll}{2,}(?: \p{Lu}\p{Ll}{2,})?) (?:citizens?|citizenship|nationals?)\b(?! or (?:an? )?\p{Lu})`,
    'u',
  ),
];

/** The country or group whose citizens a sentence demands. */
function citizenship(text: string, gazetteer: Gazetteer): Area | undefined {
  const name = CITIZENS.map((pattern) => pattern.exec(text)?.[1]).find(Boolean);
  return gazetteer
    .named(name ?? '')
    .find(({ area, isOwn }) => isOwn && (area.kind === 'country' || area.kind === 'group'))?.area;
}

/** Matches what every statement contains. Most sentences do not match, so they need not be read further. */
const KEYWORDS =
  /\b(?:remote|based|located|resid|live|living|domicil|work|hire|hiring|employ|citizen|national|open|accept|consider|welcom|candidate|applica|authori|eligib|permitted|entitled|right|anywhere)/i;

/**
 * Matches sentences that allow people to be anywhere, but not "employees worldwide" and "customers around the world".
 */
const WORLDWIDE = [
  /\b(?:work|working|live|living|based|located|hire|hiring|remote|remotely|apply|join us)\b[^,]{0,20}? (?:from )?(?:anywhere|wherever)(?: you (?:are|want|like))? (?:in|around|on) (?:the )?(?:world|globe|planet|earth)\b/iu,
  rule(
    String.raw`\b(?:open to|hire|hiring|welcome) ${PEOPLE} (?:${BASED} )?(?:from )?(?:worldwide|globally|all over the world|around the world)`,
  ),
];

/** Matches demands for places without a known name, and exclusions of places. */
const UNNAMED = rule(
  `${MUST} ${ADVERBS}(?:be )?${ADVERBS}${BASED} ${ADVERBS}${IN} (?:an?|one of|the following|countries|approved|eligible|supported)`,
);
const EXCLUDED = rule(
  String.raw`\b${BASED}[\s(]{1,3}(?:not in|outside|anywhere (?:but|except)|except)`,
);

/** Matches sentences about other subjects: money, benefits, law, offices, customers, preferences and exclusions. */
const OTHER_SUBJECTS =
  /[$€£]|\b(?:salar\w+|compensation|pay|pays|paid|wages?|bonus|benefits?|insurance|401|pto|vacation|holidays?|pension|equity|equal opportunit\w+|regardless|disabilit\w+|discriminat\w+|protected|law|laws|verify|verification|privacy|gdpr|customers? (?:in|across|from|based)|clients? (?:in|across|from|based)|users|headquarter\w*|hq|offices?|hybrid|on-?site|relocat\w*|prefer\w*|ideal\w*|nice to have|a plus|if you|for (?:candidates|applicants|employees|residents|those|roles)|weeks?|months?|days?|not|cannot|can['’]t|don['’]t|unable|unless|except\w*|exclud\w*|outside|other than|e-?verify|state of residence|would like|helps?|enabl\w+|lets|our team|eventually)\b/iu;

/**
 * Matches a preference, which does not weaken a demand: "Must reside in Georgia with a strong preference for Atlanta".
 */
const PREFERENCE = /,? with (?:a |an )?(?:strong |slight )?preference for .*$/iu;

/** Matches names of places at the beginning of a text: capitalized words, and the words that join them. */
const NAMES =
  /^(?:\s*(?:(?:either|any|anywhere|all|the|of|in|within|and|or|to|one|mainland|continental|contiguous|greater)(?![\p{L}\p{N}])|[,/&:]|\p{Lu}[\p{L}\p{M}.’'-]*(?![\p{L}\p{N}])))+/u;

const JOINERS =
  /(?<![\p{L}\p{N}])(?:either|any|anywhere|all|of|in|within|one|mainland|continental|contiguous)(?![\p{L}\p{N}])/gu;

/** Matches words that give a name another meaning, as in "US time zones" or "Germany office". */
const OTHER_MEANING =
  /^[\s)]*(?:time|business|working|hours?|market\w*|team\w*|compan\w+|based|customers?|clients?|law|citizens?|[-–]\p{Ll}|\+|\d)/iu;

/** Matches what follows a list that names only some of the places, as in "Canada and most European countries". */
const INCOMPLETE =
  /^,?\s*(?:(?:or|to|&)\s|and (?:all|any|other|most|some|several|many|the rest|a few|certain|selected|nearby)\b|etc)/iu;

/** Matches two-letter codes except US, UK, EU and NZ. Many of them, such as "IT" and "OR", are usually words. */
const OTHER_CODES = /\b(?!US\b|UK\b|EU\b|NZ\b)\p{Lu}{2}\b/u;

/** The maximum length of the names of places in a sentence (characters). */
const MAX_NAMES = 200;

/** Matches a line such as "Location: Remote (US)". */
const HEADING =
  /^(?:\p{Extended_Pictographic}\ufe0f?\s?)?(?:(?:job |work )?location|where|workplace|📍)?\s?[:–-]?\s?(?=remote\b)/iu;
const LABEL =
  /^(?:📍|\p{Extended_Pictographic}?\ufe0f?\s?(?:(?:job |work )?location|where|workplace)\s?[:–-])/iu;

/**
 * Reads where people may work from according to a sentence. Returns undefined if the sentence does not say this
 * plainly.
 */
export function readStatement(sentence: Sentence, gazetteer: Gazetteer): Statement | undefined {
  const text = sentence.text.replace(PREFERENCE, '');
  if (!KEYWORDS.test(text)) return undefined;
  const states = statesIn(text, gazetteer);
  if (states.length > 0) return { kind: 'demand', places: states };
  if (UNNAMED.test(text) || EXCLUDED.test(text)) return { kind: 'demand', places: [] };
  if (OTHER_SUBJECTS.test(text)) return undefined;
  const citizens = /citizen|national|resident/.test(text) && citizenship(text, gazetteer);
  if (citizens) return { kind: 'authorization', places: [citizens] };
  if (WORLDWIDE.some((pattern) => pattern.test(text))) {
    const world = gazetteer.get('WORLD');
    return { kind: 'open', places: world ? [world] : [] };
  }
  for (const { kind, before, items } of STATEMENTS) {
    const match = items && !sentence.isItem ? null : before.exec(text);
    if (!match) continue;
    const rest = text.slice(match.index + match[0].length);
    const places = placesAtStart(rest.slice(0, MAX_NAMES), gazetteer);
    if (places) return { kind, places };
  }
  return undefined;
}

/** Matches a list of states of the United States after words such as "we can only hire in the following states:". */
const STATES = new RegExp(
  String.raw`(?:${BASED}|\b(?:hire|hiring|employ|employing|remote|available|work)) [^:.;]{0,60}\b(?:following|these|approved|eligible)(?: \w+)? states(?: only)?:?\s+([^:;]{2,400})`,
  'iu',
);

/** Matches what turns a list of places into its opposite. */
const NEGATION = /\b(?:not|cannot|can['’]t|unable|except\w*|exclud\w*|outside|other than)\b/i;

/** The states that a sentence lists, by code or name; none if a part of the list is not a state. */
function statesIn(text: string, gazetteer: Gazetteer): Area[] {
  const list = STATES.exec(text)?.[1];
  if (!list || NEGATION.test(text)) return [];
  const names = list.replace(/[.)]+$/, '').split(/,\s*(?:and |or |& )?|\s(?:and|or|&)\s/);
  const states = names.map((name) =>
    gazetteer
      .named(name.trim())
      .find(({ area, isOwn }) => isOwn && area.kind === 'region' && area.country === 'US'),
  );
  return states.every((state) => state !== undefined) ? states.map(({ area }) => area) : [];
}

/** Reads the location in a line such as "Location: Remote (US)". */
export function readHeading(sentence: Sentence, gazetteer: Gazetteer): Location | undefined {
  const { text } = sentence;
  if (!LABEL.test(text) || text.length > MAX_NAMES) return undefined;
  const location = readLocation(text.replace(HEADING, ''), gazetteer);
  return location.remote && location.unknown.length === 0 ? location : undefined;
}

/** Returns the countries, regions and groups at the beginning of a text, if the text names nothing else. */
function placesAtStart(text: string, gazetteer: Gazetteer): Area[] | undefined {
  const names = NAMES.exec(text)?.[0] ?? '';
  const trimmed = names.replace(/(?:[\s,:]|\b(?:and|or|in|the|of|to|within|any|all|one)\b)+$/u, '');
  const after = text.slice(trimmed.length);
  const isIncomplete = INCOMPLETE.test(after) || OTHER_MEANING.test(after);
  if (!trimmed || isIncomplete || OTHER_CODES.test(trimmed)) return undefined;
  const { places, unknown } = readLocation(
    trimmed.replace(JOINERS, ' ').replace(/^[\s:]+/u, ''),
    gazetteer,
  );
  const areas = places.map(({ area }) => area);
  const isPlain = unknown.length === 0 && areas.every((area) => !isCity(area, gazetteer));
  return isPlain && areas.length > 0 ? areas : undefined;
}

/** Whether an area is a city or a group of cities, such as the Bay Area. */
export function isCity(area: Area, gazetteer: Gazetteer): boolean {
  if (area.kind !== 'group') return area.kind === 'city';
  return gazetteer.membersOf(area.id).some((id) => gazetteer.get(id)?.kind === 'city');
}
