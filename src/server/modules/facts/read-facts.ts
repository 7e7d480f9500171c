import { createHash } from 'node:crypto';
import { readSkills } from '#server/content/dictionary/read-skills.ts';
import { labelOf } from '#server/content/dictionary/spelling-groups.ts';
import { readEligibility } from '#server/content/eligibility/read-eligibility.ts';
import { offersVisa } from '#server/content/eligibility/read-visa.ts';
import type { ExchangeRates } from '#server/content/pay/exchange-rates.ts';
import { readPay } from '#server/content/pay/read-pay.ts';
import { middleOf, type YearlyPay, yearlyPay } from '#server/content/pay/yearly-pay.ts';
import { onlyCountryIn } from '#server/content/places/country-in-text.ts';
import { type Area, gazetteer } from '#server/content/places/gazetteer.ts';
import {
  type Location,
  placesInNames,
  readLocation,
} from '#server/content/places/read-location.ts';
import { readOfficeDemand } from '#server/content/workplace/office-demand.ts';
import type { jobs } from '#server/db/schema.ts';
import type { Place, Skill } from '#shared/contract/job-facts.ts';
import type { Pay } from '#shared/contract/job-responses.ts';
import type { Address } from '#shared/domain/address.ts';
import type { Eligibility } from '#shared/domain/eligibility.ts';
import { EMPLOYMENT_OF_TYPE } from '#shared/domain/employment-types.ts';
import type { Employment } from '#shared/domain/employments.ts';
import type { Level } from '#shared/domain/levels.ts';
import { boundsOfRange, salaryRangeOf, salaryRangesBetween } from '#shared/domain/salary-bounds.ts';
import { SALARY_RANGES, type Salary } from '#shared/domain/salary-ranges.ts';
import type { Workplace } from '#shared/domain/workplaces.ts';
import { MAX_DOLLARS } from '#shared/limits.ts';
import { groupOf } from './job-group.ts';
import { factTerms, readLevel, skillTerms, titleTerms, VISA_TERM } from './search-terms.ts';

/**
 * The version of `readFacts`. Increment it when the function reads other facts from the same job, so that stored facts
 * are read again.
 */
export const READER_VERSION = 11;

/** The columns of a job from which facts are read. */
export type FactSource = Pick<
  typeof jobs.$inferSelect,
  | 'id'
  | 'company_id'
  | 'title'
  | 'type'
  | 'location'
  | 'more_places'
  | 'addresses'
  | 'workplace'
  | 'employment'
  | 'description'
  | 'salary'
  | 'pay_minimum'
  | 'pay_maximum'
  | 'pay_currency'
  | 'pay_unit'
>;

export type Facts = {
  places: Place[];
  /** The time zone of the first place (IANA); null if there is no place, or if it has several time zones. */
  zone: string | null;
  workplace: Workplace | null;
  employment: Employment | null;
  level: Level | null;
  visa: boolean;
  eligibility: Eligibility | null;
  pay: Pay | null;
  /** The date of the exchange rates with which the pay was converted; null if it was not converted. */
  rates_date: string | null;
  /** The salary range that contains the middle of the employer's pay figures; empty without such figures. */
  salary: Salary;
  /** The values that searches compare; see `indexPay`. */
  salaries: number;
  reach: number;
  middle: number;
  skills: Skill[];
  /** The group of the job; see `groupOf`. */
  group_id: string | null;
  /** The terms of the search index; see `factTerms`. */
  terms: string[];
};

/** Reads the facts of a job: those that its employer or source states, and otherwise those that its texts contain. */
export function readFacts(job: FactSource, rates: ExchangeRates): Facts {
  const text = [job.location, job.more_places].filter(Boolean).join('; ');
  const location = readLocation(text, gazetteer());
  const workplace = job.workplace ?? workplaceOf(job, location);
  const areas = placesOf(job, text, location, workplace);
  const employment = job.employment ?? EMPLOYMENT_OF_TYPE[job.type];
  const eligibility =
    workplace === 'remote'
      ? (readEligibility({ location, text: job.description, title: job.title }, gazetteer()) ??
        null)
      : null;
  const pay = payOf(job, areas);
  const { ranges, ...indexed } = indexPay(job.salary, pay && yearlyPay(pay, rates));
  const skills = readSkills(job);
  const visa = offersVisa(job.description);
  const isConverted = pay !== null && pay.currency !== 'USD';
  return {
    places: areas.map(toPlace),
    zone: areas[0]?.zone ?? null,
    workplace,
    employment,
    level: readLevel(job.title),
    visa,
    eligibility,
    pay,
    rates_date: isConverted ? rates.date : null,
    salary: pay?.source === 'field' && indexed.middle >= 0 ? salaryRangeOf(indexed.middle) : '',
    ...indexed,
    skills: [...skills].map(([group, part]) => ({ name: labelOf(group), part })),
    group_id: groupOf(job),
    terms: [
      ...factTerms(areas, {
        workplace,
        employment,
        eligibility,
        ranges,
        isWhole: location.unknown.length === 0,
      }),
      ...(visa ? [VISA_TERM] : []),
      ...titleTerms(job.title),
      ...skillTerms(skills),
    ].sort(),
  };
}

/** A digest of everything from which the facts of a job were read. */
export function digestOf(job: FactSource): string {
  const { id: _, ...read } = job;
  return createHash('sha256').update(JSON.stringify(read)).digest('hex');
}

/**
 * The pay in the fields of the job, or else the pay in its description. If the employer has chosen a salary range, the
 * description is ignored.
 */
function payOf(job: FactSource, areas: Area[]): Pay | null {
  const {
    pay_minimum: minimum,
    pay_maximum: maximum,
    pay_currency: currency,
    pay_unit: unit,
  } = job;
  if (currency !== null && unit !== null) {
    // An older version has stored 0 for a missing minimum.
    return { minimum: minimum || null, maximum, currency, unit, source: 'field' };
  }
  if (job.salary) return null;
  const [country, ...others] = new Set(areas.map((area) => area.country));
  const pay = readPay(job.description, { country: others.length === 0 ? country : undefined });
  return pay ? { ...pay, source: 'description' } : null;
}

/**
 * The values of pay that searches compare, in US dollars per year. If a job states neither pay nor a salary range,
 * `reach` and `middle` are -1.
 * - `ranges`: the salary ranges that the pay overlaps. If a job states no pay, the salary range that its employer has
 *   chosen. `salaries` has the same ranges as bits.
 * - `reach`: the maximum pay, for the filter by minimum pay. Pay without a maximum has no limit. For a salary range, it
 *   is one dollar below the upper bound, which does not belong to the range.
 * - `middle`: the middle of the pay, for sorting. For pay with one bound, it is that bound, and for "Over $300K", the
 *   lower end.
 */
function indexPay(salary: Salary, pay: YearlyPay | null | undefined) {
  const most = pay?.maximum ?? MAX_DOLLARS;
  const ranges = pay ? salaryRangesBetween(pay.minimum ?? 0, most) : salary ? [salary] : [];
  const salaries = SALARY_RANGES.reduce(
    (bits, { value }, index) => (ranges.includes(value) ? bits | (1 << index) : bits),
    0,
  );
  if (pay) return { ranges, salaries, reach: most, middle: middleOf(pay) };
  if (!salary) return { ranges, salaries, reach: -1, middle: -1 };
  const { minimum, maximum } = boundsOfRange(salary);
  return {
    ranges,
    salaries,
    reach: maximum === null ? MAX_DOLLARS : maximum - 1,
    middle: maximum === null ? minimum : middleOf({ minimum, maximum }),
  };
}

/**
 * The workplace, or null if the texts do not state it. An office in the location alone does not mean that people never
 * work at home.
 */
function workplaceOf({ type, description }: FactSource, location: Location): Workplace | null {
  if (location.hybrid) return 'hybrid';
  if (location.onSite) return 'on-site';
  if (location.office) return null;
  const isRemote =
    type === 'Remote' || (location.remote && location.places.every(({ remote }) => remote));
  return isRemote ? (readOfficeDemand(description) ?? 'remote') : null;
}

/**
 * The areas of a job. They are read from the first of these texts that names an area: the location, the title, names in
 * the location that are unknown but contain the name of a place, and the description if it names only one country.
 */
function placesOf(
  job: FactSource,
  text: string,
  location: Location,
  workplace: Workplace | null,
): Area[] {
  const readings = [
    () => areasOf(job.addresses ?? [], text, location),
    () => placesOfTitle(job.title),
    () => placesInNames(location.unknown, gazetteer()),
    () => {
      const isUnknownPlace = location.unknown.length > 0 && workplace !== 'remote';
      const country = isUnknownPlace && onlyCountryIn(job.description, gazetteer());
      return country ? [country] : [];
    },
  ];
  for (const read of readings) {
    const areas = read();
    if (areas.length > 0) return areas;
  }
  return [];
}

/**
 * The area of an address: its city, or else its region, or else its country. An address that contradicts itself, such
 * as "Moab, Utah, United Kingdom", has both areas, here Utah and the United Kingdom, because either part may be wrong.
 */
function areasOfAddress({ locality, region, country }: Address): Area[] {
  const text = [locality, region, country].filter(Boolean).join(', ');
  const area = readLocation(text, gazetteer()).places[0]?.area;
  if (!area) return [];
  const stated = gazetteer().get(country) ?? readLocation(country, gazetteer()).places[0]?.area;
  const isContradicted = stated?.kind === 'country' && !gazetteer().contains(stated, area);
  return isContradicted ? [area, stated] : [area];
}

/**
 * The areas of a job. A stated address has priority over the text beside it, which only adds other countries and
 * groups, as in "United Kingdom or Ireland".
 */
function areasOf(addresses: Address[], text: string, location: Location): Area[] {
  if (addresses.length === 0) return unique(location.places.map(({ area }) => area));
  const stated = addresses.flatMap(areasOfAddress);
  const beside = addresses.reduce((rest, address) => rest.replace(address.text, ''), text);
  const others = [
    ...readLocation(beside, gazetteer()).places.map(({ area }) => area),
    ...location.places
      .map(({ area }) => area)
      .filter(({ kind }) => kind === 'country' || kind === 'group'),
  ];
  const isStated = (area: Area) => stated.some((other) => gazetteer().contains(area, other));
  return unique([...stated, ...others.filter((area) => !isStated(area))]);
}

/**
 * The places at the end of a title, as in "Sales Representative - Calgary". Used for a job whose location names no
 * place.
 */
function placesOfTitle(title: string): Area[] {
  const [, end = ''] = /(?:\s[-–—|]\s|,\s|\()([^-–—|,()]+)\)?$/u.exec(title) ?? [];
  const { places, unknown } = readLocation(end, gazetteer());
  return unknown.length === 0 ? places.map(({ area }) => area) : [];
}

function unique(areas: Area[]): Area[] {
  return [...new Map(areas.map((area) => [area.id, area])).values()];
}

function toPlace(area: Area): Place {
  const isLocated = area.kind !== 'group';
  return {
    id: area.id,
    locality: area.kind === 'city' ? area.name : '',
    region: (area.region && gazetteer().get(area.region)?.name) || '',
    country: area.country ?? '',
    latitude: isLocated ? round(area.latitude) : null,
    longitude: isLocated ? round(area.longitude) : null,
  };
}

const round = (degrees: number) => Math.round(degrees * 10_000) / 10_000;
