/**
 * Every page's URL, built in one place. Spec section 2.
 * `pages` are what a person visits; the API's own paths stand in the contract.
 */

/** What the jobs page can be narrowed by; each is a query parameter of the same name. */
export type JobFilters = {
  salary?: string | undefined;
  type?: string | undefined;
  company?: string | undefined;
};

/** A query string, with empty values left out; a space is a plus sign, as browsers' forms have it. */
export function queryString(parameters: Record<string, string | undefined>): string {
  const text = Object.entries(parameters)
    .filter((entry): entry is [string, string] => Boolean(entry[1]))
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%20', '+')}`)
    .join('&');
  return text && `?${text}`;
}

export const pages = {
  home: () => '/',
  jobs: ({ salary, type, company, cursor }: JobFilters & { cursor?: string | undefined } = {}) =>
    `/jobs${queryString({ salary, type, company, cursor })}`,
  job: (id: string) => `/jobs/${encodeURIComponent(id)}`,
  addJob: () => '/jobs/add',
  editJob: (id: string) => `/jobs/edit/${encodeURIComponent(id)}`,
  companies: ({ cursor }: { cursor?: string | undefined } = {}) =>
    `/companies${queryString({ cursor })}`,
  addCompany: () => '/companies/add',
  company: (id: string) => `/companies/${encodeURIComponent(id)}`,
  editCompany: (id: string) => `/companies/edit/${encodeURIComponent(id)}`,
  account: () => '/account',
  about: () => '/about',
  privacy: () => '/privacy',
  contactUs: () => '/contact-us',
};
