/** The places from which people may do a remote job. All lists are sorted. */
export type Eligibility = {
  worldwide: boolean;
  /** ISO 3166-1 alpha-2 codes. */
  countries: string[];
  /** Ids of regions (`US.CA`) in countries that are not listed. */
  regions: string[];
  /** The time zones in which people may be, as offsets from UTC (hours). */
  offset?: { minimum: number; maximum: number } | undefined;
};

/** Where a person lives: the id of a country (ISO 3166-1 alpha-2), or of a region (`US.CA`). */
export type Residence = string;

export const countryOf = (residence: Residence) => residence.slice(0, 2);

/**
 * Whether a person may do a remote job from their residence. Returns undefined if this is unknown, or depends on the
 * region of a person who has stated only the country. A range of offsets without places does not decide it.
 */
export function openTo(
  eligibility: Eligibility | null | undefined,
  residence: Residence,
): boolean | undefined {
  if (!eligibility) return undefined;
  const { worldwide, countries, regions, offset } = eligibility;
  if (worldwide) return offset ? undefined : true;
  const country = countryOf(residence);
  if (countries.includes(country) || regions.includes(residence)) return true;
  const isUndecided = residence === country && isPartlyEligible(eligibility, country);
  return countries.length + regions.length === 0 || isUndecided ? undefined : false;
}

/** Whether people may work only from some regions of a country. */
export function isPartlyEligible({ regions }: Eligibility, country: string): boolean {
  return regions.some((region) => region.startsWith(`${country}.`));
}

/** Whether everybody who may do the job `one` may also do the job `other`. Compares only places, not time zones. */
export function isWithin(one: Eligibility, other: Eligibility): boolean {
  if (other.worldwide || one.worldwide) return other.worldwide;
  return (
    one.countries.every((country) => other.countries.includes(country)) &&
    one.regions.every(
      (region) => other.regions.includes(region) || other.countries.includes(region.slice(0, 2)),
    )
  );
}
