/// <reference path="./structured-data.d.ts" />
import Validator from '@adobe/structured-data-validator';
import WebAutoExtractor from '@marbec/web-auto-extractor';

/** A JSON-LD value as an independent parser returns it. */
export type Found = { [name: string]: Found } & Found[] & string;

/** The values of a property that is one value or a list. */
export const listOf = (value: Found | undefined): Found[] =>
  value === undefined ? [] : Array.isArray(value) ? [...value] : [value];

/**
 * Extracts the job postings of a page with independent libraries. Returns the postings, and their errors by Google's
 * rules.
 */
export async function readPostings(html: string): Promise<{ postings: Found[]; errors: string[] }> {
  const blocks = html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs);
  const postings = [...blocks].map(([, json = '']): Found => JSON.parse(json));
  const errors: string[] = [];
  for (const page of Array.isArray(postings[0]?.jobLocation)
    ? withEachPlace(html, postings[0])
    : [html]) {
    const extracted = new WebAutoExtractor({ addLocation: true }).parse(page);
    // Pass no vocabulary of schema.org, because it is not available offline. The TypeScript compiler checks the names
    // of properties.
    const issues = await new Validator({ '@graph': [] }).validate(extracted);
    for (const { severity, issueMessage } of issues) {
      if (severity === 'ERROR' && !/schema\.org type/.test(issueMessage)) errors.push(issueMessage);
    }
  }
  return { postings, errors };
}

/** The locations that were already validated. The result for a location is the same for each job. */
const seen = new Set<string>();

/**
 * Returns a copy of the page for each location, because the validator supports only one location, while Google supports
 * several.
 */
function withEachPlace(html: string, posting: Found): string[] {
  const places = (posting.jobLocation ?? []).filter((place, index) => {
    const written = JSON.stringify(place);
    const isNew = !seen.has(written);
    seen.add(written);
    return isNew || index === 0;
  });
  return places.map((place) =>
    html.replace(
      /(<script type="application\/ld\+json"[^>]*>).*?(<\/script>)/s,
      (_, start, end) => {
        const written = JSON.stringify({ ...(posting as object), jobLocation: place });
        return `${start}${written.replaceAll('<', '\\u003c')}${end}`;
      },
    ),
  );
}
