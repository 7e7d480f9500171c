import { parseUrl } from '#server/platform/parse-url.ts';
import { findJobPostings } from './json-ld.ts';
import { jsonLdPages } from './json-ld-pages.ts';
import { parsePage } from './parse-page.ts';
import { type RecognizedFeed, recognizeUrl, SYSTEMS } from './systems.ts';
import { toFeedUrl } from './tenants.ts';

/** The maximum number of URLs and embeds that are examined. */
const MAX_CANDIDATES = 20_000;

/**
 * Matches URLs in scripts and in attributes that are not for URLs, with or without a scheme, also with the escapes of
 * JSON.
 */
const URLS = /(?:https?:)?(?:\\?\/){2}[a-z\d-]+(?:\.[a-z\d-]+)+[^\s"'<>()`,;]{0,2000}/gi;

/** Matches URLs of feeds and sitemaps that may be about jobs. A page also links to others, such as feeds of news. */
const ABOUT_JOBS =
  /job|career|vacan|position|opening|indeed|karriere|stellen|emploi|empleo|sitemap/i;

/**
 * Finds the job boards that a page embeds or links to: in links, frames, scripts and attributes. The job board with the
 * most mentions comes first. Feeds and sitemaps follow, and finally the page itself if it states jobs for search
 * engines.
 * @param url the URL of the page
 */
export function recognizePage(html: string, url: string): RecognizedFeed[] {
  const feeds = new Map<string, RecognizedFeed & { mentions: number }>();
  const mention = (feed: RecognizedFeed) => {
    const key = `${feed.system.id} ${feed.tenant}`;
    const known = feeds.get(key) ?? { ...feed, mentions: 0 };
    feeds.set(key, { ...known, mentions: known.mentions + 1 });
  };
  let left = MAX_CANDIDATES;
  const readUrl = (written: string) => {
    left -= 1;
    const parsed = left < 0 ? undefined : parseUrl(written.replaceAll('\\/', '/').trim(), url);
    const feed = parsed && recognizeUrl(parsed);
    if (feed && (!hasUrl(feed) || ABOUT_JOBS.test(feed.tenant))) mention(feed);
  };
  const readText = (text: string) => {
    for (const [match] of text.matchAll(URLS)) readUrl(match);
    for (const system of SYSTEMS) {
      for (const [, name = ''] of system.embed ? text.matchAll(system.embed) : []) {
        left -= 1;
        const tenant = name.toLowerCase();
        if (left >= 0 && system.isTenant(tenant)) mention({ system, tenant });
      }
    }
  };
  let script: string[] | undefined;
  parsePage(html, {
    onopentag(name, attributes) {
      for (const [attribute, value] of Object.entries(attributes)) {
        if (/^(?:href|src|data-src|action)$/.test(attribute)) readUrl(value);
        else readText(`${attribute}="${value}"`);
      }
      if (name === 'script') script = [];
    },
    ontext: (text) => void script?.push(text),
    onclosetag() {
      if (script) readText(script.join(''));
      script = undefined;
    },
  });
  const found = [...feeds.values()]
    .sort(
      (one, other) => Number(hasUrl(one)) - Number(hasUrl(other)) || other.mentions - one.mentions,
    )
    .map(({ system, tenant }) => ({ system, tenant }));
  const own = parseUrl(url);
  const tenant = own && findJobPostings(html).length > 0 ? toFeedUrl(own) : undefined;
  return tenant === undefined ? found : [...found, { system: jsonLdPages, tenant }];
}

/** Whether the tenant is the URL of a feed or a page, instead of the name of a customer of a system. */
function hasUrl({ tenant }: RecognizedFeed): boolean {
  return tenant.startsWith('https://');
}
