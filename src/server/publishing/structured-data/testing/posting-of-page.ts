/// <reference path="./structured-data.d.ts" />
import Validator from '@adobe/structured-data-validator';
import WebAutoExtractor from '@marbec/web-auto-extractor';

/** A value of JSON-LD, as a program finds it that does not know ours. */
export type Found = { [name: string]: Found } & Found[] & string;

/** What others' programs find in a page: its job postings, and what is wrong with them by Google's rules. */
export async function readPostings(html: string): Promise<{ postings: Found[]; errors: string[] }> {
  const blocks = html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs);
  const postings = [...blocks].map(([, json = '']): Found => JSON.parse(json));
  const errors: string[] = [];
  for (const page of Array.isArray(postings[0]?.jobLocation)
    ? withEachPlace(html, postings[0])
    : [html]) {
    const extracted = new WebAutoExtractor({ addLocation: true }).parse(page);
    // Without schema.org's vocabulary, which is not at hand: its names are checked by the compiler.
    const issues = await new Validator({ '@graph': [] }).validate(extracted);
    for (const { severity, issueMessage } of issues) {
      if (severity === 'ERROR' && !/schema\.org type/.test(issueMessage)) errors.push(issueMessage);
    }
  }
  return { postings, errors };
}

/** What has been looked at: a place is right or wrong whichever job is there. */
const seen = new Set<string>();

/** The checker knows one place, where Google takes several: the same page with each of them. */
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
