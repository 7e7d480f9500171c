/** From where one may work in a remote job. All lists are sorted. */
export type Eligibility = {
  worldwide: boolean;
  /** ISO 3166-1 alpha-2 codes. */
  countries: string[];
  /** Ids of regions (`US.CA`) in other countries. */
  regions: string[];
  /** The offsets from UTC between which people may be (hours). */
  offset?: { minimum: number; maximum: number } | undefined;
};

/**
 * Whether one may work from a country; undefined if it is unknown, or true of a part of the country only. A window of
 * offsets alone does not tell.
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

/** Whether one may work from some regions of a country only. */
export function isPartlyEligible({ regions }: Eligibility, country: string): boolean {
  return regions.some((region) => region.startsWith(`${country}.`));
}

/** Whether everybody who may work in one job may work in the other, as far as places tell. */
export function isWithin(one: Eligibility, other: Eligibility): boolean {
  if (other.worldwide || one.worldwide) return other.worldwide;
  return (
    one.countries.every((country) => other.countries.includes(country)) &&
    one.regions.every(
      (region) => other.regions.includes(region) || other.countries.includes(region.slice(0, 2)),
    )
  );
}
