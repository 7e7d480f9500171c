import robotsParser from 'robots-parser';
import { FetchError } from './fetch-error.ts';

/** The maximum part of a robots.txt that is read (bytes). https://www.rfc-editor.org/rfc/rfc9309#name-limits */
const MAX_BYTES = 500 * 1024;

/** The longest `Crawl-delay` that is obeyed (ms). */
const MAX_CRAWL_DELAY = 30_000;

/**
 * The maximum length of a requested path with its query, and of all rules with wildcards together (characters).
 * Matching takes time in proportion to the product of both.
 */
const MAX_PATH = 1000;
const MAX_WILDCARD_RULES = 50_000;

/** What a site allows robots. */
export type Robots = {
  /** @throws FetchError (`refused`) if the site does not want robots on this page */
  check(page: URL): void;
  /** The minimum time between two requests (ms), if the site states one. */
  crawlDelay: number | undefined;
};

/**
 * Finds the rules of the site of a page.
 * @throws FetchError if its robots.txt cannot be read; then nothing is allowed in this run
 */
export type RobotsReader = (page: URL) => Promise<Robots>;

/**
 * Reads the robots.txt of sites, each once. https://www.rfc-editor.org/rfc/rfc9309
 * @param fetchBody fetches a robots.txt
 */
export function createRobotsReader(
  userAgent: string,
  fetchBody: (url: URL) => Promise<AsyncIterable<Uint8Array>>,
): RobotsReader {
  const sites = new Map<string, Promise<Robots>>();
  return ({ origin }) => {
    const known = sites.get(origin);
    if (known) return known;
    const rules = readSite(new URL('/robots.txt', origin));
    sites.set(origin, rules);
    return rules;
  };

  async function readSite(url: URL): Promise<Robots> {
    try {
      return parseRobots(url, await readBeginning(await fetchBody(url)), userAgent);
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      // A site without a robots.txt (4xx) allows everything. A site whose robots.txt cannot be read now allows nothing.
      const isWithout = error.failure === 'missing' || error.failure === 'refused';
      if (isWithout) return parseRobots(url, '', userAgent);
      const message = `The robots.txt of ${url.hostname} cannot be read. ${error.message}`;
      throw new FetchError(error.failure, message, error.retryAt);
    }
  }
}

/**
 * Parses the robots.txt of a site.
 * @throws FetchError (`unreadable`) if matching the rules could take long
 */
export function parseRobots(url: URL, text: string, userAgent: string): Robots {
  const lines = withoutRepeatedAgents(text.split(/[\r\n]+/), userAgent);
  const withWildcards = lines.filter((line) => /allow/i.test(line) && line.includes('*'));
  if (withWildcards.join('').length > MAX_WILDCARD_RULES) {
    throw new FetchError('unreadable', `${url.hostname} has too many rules for robots.`);
  }
  const rules = robotsParser(url.href, lines.join('\n'));
  const delay = (rules.getCrawlDelay(userAgent) ?? 0) * 1000;
  return {
    check({ href, hostname, pathname, search }) {
      if (pathname.length + search.length > MAX_PATH) {
        throw new FetchError('refused', `An address at ${hostname} is too long.`);
      }
      if (rules.isDisallowed(href, userAgent)) {
        throw new FetchError('refused', `The robots.txt of ${hostname} forbids ${pathname}.`);
      }
    },
    crawlDelay: delay > 0 ? Math.min(delay, MAX_CRAWL_DELAY) : undefined,
  };
}

/**
 * Leaves out lines with agents that change nothing: a group needs only this board's agent, all agents, and one other. The
 * parser stores each rule of a group once for each of its agents, so many agents and rules would exhaust the memory.
 */
function withoutRepeatedAgents(lines: string[], userAgent: string): string[] {
  const [own = ''] = userAgent.toLowerCase().split('/');
  const named = new Set<string>();
  return lines.filter((line) => {
    const [directive = '', value = ''] = line.replace(/#.*/s, '').split(/:(.*)/s);
    const isAgent = directive.trim().toLowerCase() === 'user-agent';
    // Only a rule ends the list of a group's agents. The parser ignores comments and unknown lines in between.
    if (!isAgent) {
      if (/^\s*(?:dis)?allow\s*$/i.test(directive)) named.clear();
      return true;
    }
    const [name = ''] = value.toLowerCase().split('/');
    const agent = [own, '*'].includes(name.trim()) ? name.trim() : 'other';
    const isNew = !named.has(agent);
    named.add(agent);
    return isNew;
  });
}

async function readBeginning(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let left = MAX_BYTES;
  for await (const chunk of body) {
    text += decoder.decode(chunk.subarray(0, left), { stream: true });
    left -= chunk.length;
    if (left <= 0) break;
  }
  return text;
}
