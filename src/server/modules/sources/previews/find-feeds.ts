import { FetchError } from '#server/job-feeds/fetch/fetch-error.ts';
import { recognizePage } from '#server/job-feeds/systems/recognize-page.ts';
import { recognizeUrl } from '#server/job-feeds/systems/systems.ts';
import type { FoundFeeds } from '../reader/read-site.ts';
import { type ClientReach, openClient } from '../runs/open-client.ts';

/**
 * Finds the sources at a URL that a person has pasted: by the URL itself, or else by the links and embeds of its page.
 * @throws FetchError if the page cannot be read
 */
export async function findFeeds(reach: ClientReach, pastedUrl: string): Promise<FoundFeeds> {
  const url = new URL(pastedUrl);
  // Read the page over https, even if the pasted URL begins with http.
  url.protocol = 'https:';
  const feed = recognizeUrl(url);
  if (feed) return { feeds: [feed], page: undefined };
  const client = openClient(reach, { hosts: hostsOf(url), obeysRobots: true });
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
