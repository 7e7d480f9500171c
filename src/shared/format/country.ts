const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** The countries whose names take an article, apart from those that end in "Islands". */
const WITH_ARTICLE = new Set('AE BS CF DO GB GM IM IO KM MV NL PH PS SC TF US'.split(' '));

/**
 * The English name of a country.
 * @param code ISO 3166-1 alpha-2
 */
export function countryName(code: string): string {
  return (names.of(code) ?? code).replace(/ SAR China$| \(.*\)$/, '');
}

/** The English name of a country in a sentence: "Germany", "the United States". */
export function countryInSentence(code: string): string {
  const name = countryName(code);
  return WITH_ARTICLE.has(code) || name.endsWith('Islands') ? `the ${name}` : name;
}
