const names = new Intl.DisplayNames(['en'], { type: 'region' });

/**
 * The English name of a country.
 * @param code ISO 3166-1 alpha-2
 */
export function countryName(code: string): string {
  return (names.of(code) ?? code).replace(/ SAR China$| \(.*\)$/, '');
}
