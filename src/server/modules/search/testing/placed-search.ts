import type { Place } from '#shared/contract/job-facts.ts';
import { EMPLOYMENTS } from '#shared/domain/employments.ts';
import {
  FEW_STRONG,
  JOB_PARTS,
  type JobPart,
  MENTION_CHOICES,
  REMOTE_CHOICES,
} from '#shared/domain/job-search.ts';
import { LEVELS } from '#shared/domain/levels.ts';
import { WORKPLACES } from '#shared/domain/workplaces.ts';
import { AREAS, COUNTRIES, isNear, type ModelArea, WORLD } from './model-areas.ts';
import {
  askSalary,
  type Companies,
  DAY,
  type ModelJob,
  type ModelSearch,
  OPTIONS,
  someOf,
  wordsOf,
} from './model-board.ts';
import { askWords } from './model-words.ts';
import type { PlacedJob } from './placed-jobs.ts';
import type { Random } from './random.ts';

/** A random search, and the jobs that it must find among all jobs of the board. */
export type PlacedSearch = {
  parameters: Record<string, string>;
  facets: ModelSearch['facets'];
  finds: (job: PlacedJob) => boolean;
  /** The part of the result to which a job that the search finds belongs. */
  partOf: (job: PlacedJob) => JobPart | undefined;
};

type Condition = PlacedSearch['finds'];

/** Whether a job is at a place, or elsewhere and stated to be open to it. */
type Reach = 'there' | 'open' | undefined;

type Board = {
  jobs: PlacedJob[];
  companies: Pick<Companies[number], 'id'>[];
  now: number;
  /**
   * Whether the jobs are model jobs. Only then do searches contain words, misspelled names of places and names of no place,
   * because the reference search has only the texts of model jobs.
   */
  isModel: boolean;
};

/** Makes a random search by place, pay, eligibility and the other filters, alone and combined. */
export function placedSearch(random: Random, board: Board): PlacedSearch {
  const parameters: Record<string, string> = {};
  const conditions: Condition[] = [];
  const ask = (chance: number, make: () => Condition) => {
    if (random.chance(chance)) conditions.push(make());
  };
  const locate = random.chance(0.65) ? askLocation(random, parameters, board) : undefined;
  ask(0.2, () => askChoice(random, parameters, 'workplace', WORKPLACES));
  ask(0.2, () => askChoice(random, parameters, 'employment', EMPLOYMENTS));
  ask(0.2, () => askSkill(random, parameters));
  ask(0.15, () => askChoice(random, parameters, 'level', LEVELS));
  ask(0.05, () => askVisa(parameters));
  ask(0.3, () => askEligible(random, parameters, board));
  ask(0.25, () => askSalary(random, parameters));
  const asksWords = board.isModel && random.chance(0.35);
  const strength = asksWords
    ? askWords(random, parameters, ['cobalt', 'elan', 'unknown'])
    : () => 'strong' as const;
  ask(0.1, () => askPosted(random, parameters, board));
  if (random.chance(0.5)) parameters.sort = random.pick(['newest', 'match', 'salary']);
  const facets = {
    ...(random.chance(0.2) && { salary: random.pick(OPTIONS.salary) }),
    ...(random.chance(0.3) && { type: someOf(random, OPTIONS.type) }),
    ...(random.chance(0.3) && { orremote: 'true' as const }),
    ...(random.chance(0.1) && { company: someOf(random, board.companies).map(({ id }) => id) }),
  };
  if (random.chance(0.3)) parameters.remote = random.pick(REMOTE_CHOICES);
  if (random.chance(0.4)) parameters.mentions = random.pick(MENTION_CHOICES);
  if (random.chance(0.1)) parameters.part = random.pick(JOB_PARTS);
  // Only after all parameters are chosen is it known whether a location means remote jobs.
  const reach = locate?.() ?? { of: (): Reach => 'there', isOpen: false };
  const partOf = (job: PlacedJob): JobPart | undefined => {
    const [match, where] = [strength(job), reach.of(job)];
    if (!match || !where) return undefined;
    if (where === 'open' && parameters.remote === 'no') return undefined;
    if (where === 'there' && reach.isOpen && parameters.remote === 'only') return undefined;
    if (match === 'mention') return match;
    return where === 'there' ? 'place' : 'remote';
  };
  const strong = board.jobs.filter((job) => ['place', 'remote'].includes(partOf(job) ?? ''));
  const hasMentions =
    parameters.part === 'mention' ||
    parameters.mentions === 'true' ||
    (parameters.mentions === 'few' && strong.length < FEW_STRONG);
  const finds = (job: PlacedJob) => {
    const part = partOf(job);
    return (
      part !== undefined &&
      (part !== 'mention' || hasMentions) &&
      (!parameters.part || part === parameters.part) &&
      conditions.every((holds) => holds(job))
    );
  };
  return { parameters, facets, finds, partOf };
}

const NOWHERE: ModelArea = {
  names: ['Boothplex', 'boothplex sev', 'Qwertyville'],
  contains: () => false,
  countries: [],
};

function askLocation(
  random: Random,
  parameters: Record<string, string>,
  { jobs, isModel }: Board,
): () => { of: (job: PlacedJob) => Reach; isOpen: boolean } {
  const picked = random.some(random.pick([1, 1, 3]), () =>
    isModel && random.chance(0.08) ? NOWHERE : random.pick(AREAS),
  );
  const [first = NOWHERE, ...others] = picked;
  const areas = [
    first,
    ...others.filter((area) => picked.every((each) => !isReadAsOne(area, each))),
  ];
  const hasJobs = (area: ModelArea) => jobs.some(({ places }) => places.some(area.contains));
  const { text, named } = nameAreas(random, areas, { hasJobs, misspell: isModel });
  parameters.location = text;
  const radius = random.chance(0.3) ? random.pick([10, 25, 50, 100, 500]) : undefined;
  if (radius) parameters.radius = String(radius);

  const isIn = ({ contains, center }: ModelArea, place: Place) =>
    contains(place) ||
    (radius !== undefined && center !== undefined && isNear(place, center, radius));
  const isThere = (area: ModelArea) => (job: PlacedJob) =>
    job.places.some((place) => isIn(area, place));
  const known = areas.filter((area) => jobs.some(isThere(area)));
  const words = wordsOf(text);
  const unknownNames = areas.flatMap((area, index) =>
    known.includes(area) ? [] : [named[index] ?? ''],
  );
  const isAsWords = (job: PlacedJob) =>
    isUnknownThere(job, words) ||
    unknownNames.some((name) => isSpecific(wordsOf(name)) && hasWords(job, wordsOf(name)));
  const finds = (job: PlacedJob) =>
    known.length > 0
      ? known.some((area) => isThere(area)(job)) || isAsWords(job)
      : hasWords(job, words);
  // A misspelled name is only corrected to a place that has jobs.
  const meant = areas.filter(
    (area, index) => known.includes(area) || area.names.includes(named[index] ?? ''),
  );
  const isStatedOpen = (job: PlacedJob) =>
    isOpenTo(job, '') ||
    meant.some(
      ({ countries, region }) =>
        countries.some((code) => isOpenTo(job, code)) ||
        (region !== undefined && job.eligibility?.regions.includes(region) === true),
    );
  const isOpenThere = (job: PlacedJob) =>
    isStatedOpen(job) ||
    job.places.some(
      (place) =>
        areas.some((area) => isIn(area, place)) &&
        (isOpenTo(job, '') === undefined || isOpenTo(job, place.country) === undefined),
    );
  const isNamed = areas.some((area) => area !== NOWHERE);
  return () => {
    const isRemote = parameters.workplace === 'remote' && isNamed;
    const isThereAndOpen = (job: PlacedJob) =>
      (isOpenThere(job) && areas.some((area) => isThere(area)(job))) || isAsWords(job);
    const there = isRemote ? isThereAndOpen : finds;
    const open = isRemote ? isOpenThere : isStatedOpen;
    const of = (job: PlacedJob): Reach =>
      there(job) ? 'there' : open(job) && isOpenSearch ? 'open' : undefined;
    const isOpenSearch = isRemote || meant.some((area) => area !== NOWHERE);
    return { of, isOpen: isOpenSearch };
  };
}

/**
 * Whether the names of both areas are read as one place: in "France / Paris", the country says where the city is, and in
 * "Portugal or anywhere", where anywhere is.
 */
function isReadAsOne(one: ModelArea, other: ModelArea): boolean {
  const size = ({ center, region }: ModelArea) => (center ? 1 : region ? 2 : 3);
  const isIn = (inner: ModelArea, outer: ModelArea) =>
    outer.region
      ? inner.region === outer.region
      : outer === WORLD || inner.countries.some((code) => outer.countries.includes(code));
  const narrows = (inner: ModelArea, outer: ModelArea) =>
    inner !== outer && (outer === WORLD || size(inner) < size(outer)) && isIn(inner, outer);
  return narrows(one, other) || narrows(other, one);
}

/** Writes the names of one or more areas as people do. */
function nameAreas(
  random: Random,
  areas: ModelArea[],
  { hasJobs, misspell }: { hasJobs: (area: ModelArea) => boolean; misspell: boolean },
) {
  const isCode = (name: string) => /^[a-z]{2}$/i.test(name);
  const onlyCodes =
    random.chance(0.3) && areas.every((area) => hasJobs(area) && area.names.some(isCode));
  const named = areas.map(({ names, misspelt = [] }) => {
    if (misspell && !onlyCodes && random.chance(0.2) && misspelt.length > 0)
      return random.pick(misspelt);
    if (onlyCodes) return random.pick(names.filter(isCode));
    // Use codes only for a single area that has jobs. In a list, a code may be read as the region of another place. A
    // code without jobs is read as a different name.
    const isPlain = (name: string) => !isCode(name);
    return random.pick(areas.length === 1 && areas.every(hasJobs) ? names : names.filter(isPlain));
  });
  // Separate only cities or codes by commas: after a comma, a country may also say where the city before it is.
  const isList = onlyCodes || areas.every(({ center }) => center !== undefined);
  const separators = [' or ', '/', ' / ', ...(isList ? [', '] : [])];
  return { text: named.join(random.pick(separators)), named };
}

function isUnknownThere({ hasUnknownPart, locationWords }: PlacedJob, words: string[]): boolean {
  return hasUnknownPart && isSpecific(words) && words.every((word) => locationWords.includes(word));
}

/** Whether the words are longer than codes of two letters, which may have a different meaning within a text. */
const isSpecific = (words: string[]) => words.every((word) => word.length > 2);

function hasWords({ locationWords }: ModelJob, words: string[]): boolean {
  const last = words.at(-1) ?? '';
  return (
    words.slice(0, -1).every((word) => locationWords.includes(word)) &&
    locationWords.some((word) => word.startsWith(last))
  );
}

function askChoice<Name extends 'workplace' | 'employment' | 'level'>(
  random: Random,
  parameters: Record<string, string>,
  name: Name,
  options: readonly NonNullable<PlacedJob[Name]>[],
): Condition {
  const option = random.pick(options);
  parameters[name] = option;
  return (job) => job[name] === option;
}

/**
 * Skills, each with its name in the facts of jobs and with a different spelling. The dictionary lacks the last skill.
 */
const SKILLS = [
  ['Kubernetes', 'k8s'],
  ['PostgreSQL', 'postgres'],
  ['C++', 'cpp'],
  ['Python', 'PYTHON'],
  ['', 'falconry'],
] as const;

function askSkill(random: Random, parameters: Record<string, string>): Condition {
  const [name, other] = random.pick(SKILLS);
  parameters.skill = name && random.chance(0.5) ? name : other;
  return ({ skills }) => skills.includes(name);
}

function askVisa(parameters: Record<string, string>): Condition {
  parameters.visa = 'true';
  return ({ visa }) => visa;
}

function askEligible(
  random: Random,
  parameters: Record<string, string>,
  { isModel }: Board,
): Condition {
  const chosen = random.some(2, () => random.pick(Object.entries(COUNTRIES)));
  const names = chosen.map(([, { names, misspelt = [] }]) =>
    random.pick(isModel && random.chance(0.2) && misspelt.length > 0 ? misspelt : names),
  );
  parameters.eligible = random.chance(0.05)
    ? 'Qwertyville'
    : names.join(random.pick([', ', ' or ', '/']));
  const codes = parameters.eligible === 'Qwertyville' ? [] : chosen.map(([code]) => code);
  const orUnknown = random.chance(0.4);
  if (orUnknown) parameters.orunknown = 'true';
  return (job) => {
    const openTo = codes.map((code) => isOpenTo(job, code));
    if (codes.length === 0) openTo.push(isOpenTo(job, ''));
    return openTo.some((open) => open === true || (open === undefined && orUnknown));
  };
}

/**
 * Returns whether people may do a job from a country, or undefined if this is unknown or true only for a part of the
 * country.
 */
function isOpenTo({ workplace, eligibility }: PlacedJob, country: string): boolean | undefined {
  if (workplace !== 'remote') return false;
  if (!eligibility) return undefined;
  const { worldwide, countries, regions, offset } = eligibility;
  if (worldwide) return offset === undefined ? true : undefined;
  if (countries.length === 0 && regions.length === 0) return undefined;
  if (countries.includes(country)) return true;
  return country !== '' && regions.some((id) => id.startsWith(`${country}.`)) ? undefined : false;
}

function askPosted(random: Random, parameters: Record<string, string>, { now }: Board): Condition {
  const days = random.pick(['1', '7', '30']);
  parameters.posted = days;
  return ({ date }) => date.getTime() >= now - Number(days) * DAY;
}
