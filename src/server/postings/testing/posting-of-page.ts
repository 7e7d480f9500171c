import { Validator } from '@adobe/structured-data-validator';
import WebAutoExtractor from '@marbec/web-auto-extractor';
import type { JobPosting, WithContext } from 'schema-dts';

/** A job posting as a program reads it that finds it in a page. */
export type FoundPosting = Exclude<WithContext<JobPosting>, string>;

type Issue = { severity: 'ERROR' | 'WARNING'; issueMessage: string; fieldNames?: string[] };

/** What others' programs find in a page: its job postings, and what is wrong with them by Google's rules. */
export async function readPostings(
  html: string,
): Promise<{ postings: FoundPosting[]; errors: string[] }> {
  const extracted = new WebAutoExtractor({ addLocation: true }).parse(html);
  const issues: Issue[] = await new Validator({ '@graph': [] }).validate(extracted);
  const blocks = html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs);
  return {
    postings: [...blocks].map(([, json = '']) => JSON.parse(json)),
    errors: issues
      .filter(({ severity }) => severity === 'ERROR')
      .map(({ issueMessage }) => issueMessage),
  };
}
