import { type Eligibility, isEligible, isPartlyEligible } from '../domain/eligibility.ts';
import { countryName } from './country.ts';

/** The countries whose names take an article, apart from those that end in "Islands". */
const WITH_ARTICLE = new Set('AE BS CF DO GB GM IM IO KM MV NL PH PS SC TF US'.split(' '));

/**
 * Says whether people may work from a country: "Open to Germany", "Not open to Germany" or "Open to parts of Canada".
 * Returns undefined if this is unknown.
 * @param country ISO 3166-1 alpha-2
 */
export function formatEligibility(
  eligibility: Eligibility | undefined,
  country: string,
): string | undefined {
  const name = nameWithArticle(country);
  if (eligibility && isPartlyEligible(eligibility, country)) return `Open to parts of ${name}`;
  const isOpen = isEligible(eligibility, country);
  if (isOpen === undefined) return undefined;
  return isOpen ? `Open to ${name}` : `Not open to ${name}`;
}

function nameWithArticle(country: string): string {
  const name = countryName(country);
  return WITH_ARTICLE.has(country) || name.endsWith('Islands') ? `the ${name}` : name;
}
