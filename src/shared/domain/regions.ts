/**
 * The codes and names of regions, by country (ISO 3166-1 alpha-2): those countries of which employers often name only
 * some regions. A test compares them with the gazetteer.
 */
const REGIONS: Record<string, string> = {
  CA: '01 Alberta,02 British Columbia,03 Manitoba,04 New Brunswick,05 Newfoundland and Labrador,13 Northwest Territories,07 Nova Scotia,14 Nunavut,08 Ontario,09 Prince Edward Island,10 Quebec,11 Saskatchewan,12 Yukon',
  GB: 'ENG England,NIR Northern Ireland,SCT Scotland,WLS Wales',
  US: 'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming',
};

/** The countries that have regions to choose from. */
export const COUNTRIES_WITH_REGIONS = Object.keys(REGIONS);

/** The ids (`US.CA`) and names of the regions of a country, sorted by name; empty for most countries. */
export function regionsOf(country: string): { id: string; name: string }[] {
  const regions = Object.hasOwn(REGIONS, country) ? (REGIONS[country]?.split(',') ?? []) : [];
  return regions.map((region) => {
    const [code = '', ...words] = region.split(' ');
    return { id: `${country}.${code}`, name: words.join(' ') };
  });
}
