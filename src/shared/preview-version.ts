import type { Company } from './contract/companies.ts';
import type { Job } from './contract/job-responses.ts';

type ShownOfJob = Pick<Job, 'title' | 'type' | 'location' | 'salary' | 'pay'> & {
  company: Pick<Company, 'name' | 'logo'>;
};

/** A version for the URL of a job's preview image, so that caches fetch a changed one. */
export function jobPreviewVersion({ title, type, location, salary, pay, company }: ShownOfJob) {
  return digestOf([title, type, location, salary, pay, company.name, company.logo]);
}

export function companyPreviewVersion({
  name,
  logo,
  website,
  description,
}: Pick<Company, 'name' | 'logo' | 'website' | 'description'>) {
  return digestOf([name, logo, website, description]);
}

/** FNV-1a: https://datatracker.ietf.org/doc/html/draft-eastlake-fnv */
function digestOf(shown: unknown[]): string {
  let hash = 0x811c9dc5;
  for (const character of JSON.stringify(shown)) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
