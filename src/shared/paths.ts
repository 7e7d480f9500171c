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
    .map((pair) => pair.map(encode).join('='))
    .join('&');
  return text && `?${text}`;
}

/**
 * The values of a query string: plain text, none of them empty, the first where a name is given
 * twice. Nothing is read as JSON or as a number.
 */
export function parseQuery(query: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const pair of query.replace(/^\?/, '').split('&')) {
    const [name = '', value = ''] = pair.split(/=(.*)/s).map(decode);
    if (name && value && !Object.hasOwn(values, name)) values[name] = value;
  }
  return values;
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+');
}

function decode(text: string): string {
  const words = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(words);
  } catch {
    // A percent sign that encodes nothing stands for itself.
    return words;
  }
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
