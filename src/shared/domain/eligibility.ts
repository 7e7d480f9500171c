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

/**
 * Whether people may work from a country. Returns undefined if this is unknown, or true only for a part of the country.
 * A range of offsets without places does not decide it.
 * @param country ISO 3166-1 alpha-2
 */
export function isEligible(eligibility: Eligibility | undefined, country: string) {
  if (!eligibility) return undefined;
  const { worldwide, countries, regions, offset } = eligibility;
  if (worldwide) return offset ? undefined : true;
  if (countries.includes(country)) return true;
  if (countries.length + regions.length === 0 || isPartlyEligible(eligibility, country)) {
    return undefined;
  }
  return false;
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
