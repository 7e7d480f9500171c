import type { Database } from '#server/db/client.ts';
import { FetchError } from '#server/job-feeds/fetch/fetch-error.ts';
import { recognizePage } from '#server/job-feeds/systems/recognize-page.ts';
import { type RecognizedFeed, recognizeUrl } from '#server/job-feeds/systems/systems.ts';
import { openClient, type Reach } from '../runs/open-client.ts';

/** The time between two requests to the host of a page (ms). */
const PAGE_INTERVAL = 1_000;

export type FoundFeeds = {
  feeds: RecognizedFeed[];
  /** The page that links to the sources or embeds them; undefined if the URL itself belongs to a job board. */
  page: URL | undefined;
};

/**
 * Finds the sources at a URL that a person has pasted: by the URL itself, or else by the links and embeds of its page.
 * @throws FetchError if the page cannot be read
 */
export async function findFeeds(
  db: Database,
  reach: Reach,
  pastedUrl: string,
  signal: AbortSignal,
): Promise<FoundFeeds> {
  const url = new URL(pastedUrl);
  // Read the page over https, even if the pasted URL begins with http.
  url.protocol = 'https:';
  const feed = recognizeUrl(url);
  if (feed) return { feeds: [feed], page: undefined };
  const client = openClient(db, reach, {
    hosts: hostsOf(url),
    interval: PAGE_INTERVAL,
    obeysRobots: true,
    signal,
  });
  try {
    const response = await client.get(url.href, { accept: 'text/html,application/xhtml+xml' });
    const page = new URL(response.url);
    // Check the final URL first, because the URL may have redirected to a job board.
    const target = recognizeUrl(page);
    const feeds = target ? [target] : recognizePage(await response.text(), response.url);
    return { feeds, page };
  } catch (error) {
    if (error instanceof FetchError && error.failure === 'redirect') {
      throw new FetchError(
        'redirect',
        `${url.hostname} leads to a different site. Enter the URL that your browser shows there.`,
      );
    }
    throw error;
  } finally {
    await client.close();
  }
}

/** The hosts to which a page may redirect: the same site with and without `www`. */
function hostsOf({ hostname }: URL): string[] {
  return hostname.startsWith('www.')
    ? [hostname, hostname.slice('www.'.length)]
    : [hostname, `www.${hostname}`];
}
