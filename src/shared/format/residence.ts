import {
  countryOf,
  type Eligibility,
  isPartlyEligible,
  type Residence,
} from '../domain/eligibility.ts';
import { regionsOf } from '../domain/regions.ts';
import { countryInSentence, countryName } from './country.ts';

/** The name of the region of a residence; undefined if only the country is known. */
function regionName(residence: Residence): string | undefined {
  return regionsOf(countryOf(residence)).find(({ id }) => id === residence)?.name;
}

/**
 * The name of a residence in a sentence: "California", "the United States".
 * @param eligibility if present, a region is only named if the job is open to other regions of its country
 */
export function residenceInSentence(residence: Residence, eligibility?: Eligibility): string {
  const country = countryOf(residence);
  const isRegional = !eligibility || isPartlyEligible(eligibility, country);
  return (isRegional && regionName(residence)) || countryInSentence(country);
}

/** The name of a residence as a place: "California, United States". */
export function residenceAsPlace(residence: Residence): string {
  return [regionName(residence), countryName(countryOf(residence))].filter(Boolean).join(', ');
}
