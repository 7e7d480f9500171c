import type { Company } from './contract/companies.ts';
import type { Job } from './contract/job-responses.ts';

/** The size of preview images, as social networks recommend it (pixels). https://ogp.me/#structured */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

type JobPreview = Pick<Job, 'title' | 'type' | 'location' | 'salary' | 'pay'> & {
  company: Pick<Company, 'name' | 'logo'>;
};

/** Cache busting: the version of a job's preview image, which is part of its URL and changes with its content. */
export function jobPreviewVersion({ title, type, location, salary, pay, company }: JobPreview) {
  return digestOf([title, type, location, salary, pay, company.name, company.logo]);
}

/** The version of a company's preview image. */
export function companyPreviewVersion({
  name,
  logo,
  website,
  description,
}: Pick<Company, 'name' | 'logo' | 'website' | 'description'>) {
  return digestOf([name, logo, website, description]);
}

/** The 32-bit FNV-1a hash in base 36: https://datatracker.ietf.org/doc/html/draft-eastlake-fnv */
function digestOf(values: unknown[]): string {
  let hash = 0x811c9dc5;
  for (const character of JSON.stringify(values)) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
