import { type Area, gazetteer } from '#server/content/places/gazetteer.ts';
import type { Place } from '#shared/contract/job-facts.ts';
import type { Eligibility } from '#shared/domain/eligibility.ts';
import type { Employment } from '#shared/domain/employments.ts';
import type { Workplace } from '#shared/domain/workplaces.ts';
import type { Grade } from './metrics.ts';
import { roleOf, wordsOf } from './word-patterns.ts';

/**
 * A condition on a job, and the grade of the jobs that meet it. A job must meet all parts of the rule. Texts are
 * patterns of words: `|`, `( )` and `?` work as in regular expressions, words match whole and regardless of case, and a
 * space also matches a hyphen.
 */
export type Rule = {
  grade: Grade;
  /** The title is this role. Words of seniority may precede it, and text after a comma or similar may follow. */
  role?: string;
  /** The title contains these words in this order. */
  title?: string;
  /** The title contains none of these words. */
  not?: string;
  /** The name of the company, regardless of case. */
  company?: string;
  /** An area that contains one of the job's places: `DE`, `US.CA`, `EU`, or a city such as `Berlin, DE`. */
  place?: string;
  workplace?: Workplace;
  employment?: Employment;
  /** The section of requirements contains these words. */
  requires?: string;
  /** The description contains these words. */
  mentions?: string;
  /** The minimum of the highest pay (US dollars per year). */
  pay?: number;
  /** A remote job that people may do from this country (ISO 3166-1). */
  eligible?: string;
};

/** A search and its rules, ordered from best to worst: a job gets the grade of the first rule that it meets. */
export type Search = {
  q: string;
  rules: Rule[];
  /** Set if the search names a company, whose jobs may then fill the page. */
  company?: true;
};

/** The fields of a job that rules read. */
export type JudgedJob = {
  id: string;
  title: string;
  company: string;
  places: Place[];
  workplace: Workplace | null;
  employment: Employment | null;
  eligibility: Eligibility | null;
  /** The highest pay in US dollars per year; -1 if it is unknown. */
  maximumPay: number;
  description: string;
  requirements: string;
};

export function gradeOf(rules: Rule[], job: JudgedJob): Grade {
  return rules.find((rule) => meets(rule, job))?.grade ?? 0;
}

function meets(rule: Rule, job: JudgedJob): boolean {
  const { role, title, not, company, place, workplace, employment, requires, mentions } = rule;
  return (
    (role === undefined || roleOf(role).test(job.title)) &&
    (title === undefined || wordsOf(title).test(job.title)) &&
    (not === undefined || !wordsOf(not).test(job.title)) &&
    (company === undefined || company.toLowerCase() === job.company.toLowerCase()) &&
    (place === undefined || isIn(place, job.places)) &&
    (workplace === undefined || workplace === job.workplace) &&
    (employment === undefined || employment === job.employment) &&
    (rule.pay === undefined || job.maximumPay >= rule.pay) &&
    (rule.eligible === undefined || isOpenTo(rule.eligible, job)) &&
    (requires === undefined || wordsOf(requires).test(job.requirements)) &&
    (mentions === undefined || wordsOf(mentions).test(job.description))
  );
}

function isIn(area: string, places: Place[]): boolean {
  const outer = gazetteer().get(area);
  if (outer) {
    return places.some(({ id }) => {
      const inner = gazetteer().get(id);
      return inner !== undefined && gazetteer().contains(outer, inner);
    });
  }
  const cities = citiesNamed(area);
  return places.some(({ id }) => cities.has(id));
}

const cache = new Map<string, Set<string>>();

/** The ids of the cities with a name such as `Berlin, DE`. */
function citiesNamed(label: string): Set<string> {
  const known = cache.get(label);
  if (known) return known;
  const [name = '', country] = label.split(', ');
  const isMeant = ({ kind, country: of }: Area) => kind === 'city' && of === country;
  const named = gazetteer().named(name);
  const ids = new Set(named.flatMap(({ area }) => (isMeant(area) ? [area.id] : [])));
  if (ids.size === 0) throw new Error(`The gazetteer has no area ${label}.`);
  cache.set(label, ids);
  return ids;
}

function isOpenTo(country: string, { workplace, eligibility, places }: JudgedJob): boolean {
  if (workplace !== 'remote') return false;
  if (!eligibility) return isIn(country, places);
  return eligibility.worldwide || eligibility.countries.includes(country);
}
