import { setTimeout as pause } from 'node:timers/promises';
import { findSystem, SYSTEMS } from '#server/job-feeds/systems/systems.ts';
import type { FeedAnswer, FeedServer } from '#server/job-feeds/testing/feed-server.ts';
import { type Posting, postingsOf } from '#server/job-feeds/testing/sites/site.ts';
import { siteOf } from '#server/job-feeds/testing/sites/sites.ts';
import { answerOf } from '#server/job-feeds/testing/sites/write-site.ts';

/** A customer of a system. The customer's name is in the URL of each request. */
export type Customer = { name: string; number: number; system: string };

/** What a host has seen. */
type HostLog = { active: number; endedAt: number };

const NUMBERS = [1, 2, 3];

/** How long a site takes to respond (ms), so that two simultaneous requests would overlap. */
const RESPONSE_TIME = 8;

/** Sites of many customers, which record the requests to each host. */
export class WatchedSites {
  requests = 0;
  /** Requests that came before the end of another request to the same host, or too soon after it. */
  readonly violations: string[] = [];
  readonly hosts = new Map<string, HostLog>();
  readonly #customers = new Map<string, Customer>();
  readonly #server: FeedServer;
  readonly #options: { interval: number; version: () => number; onRequest: () => void };

  /** @param options.version increases each time some of the customers change their postings */
  constructor(
    server: FeedServer,
    options: { interval: number; version: () => number; onRequest: () => void },
  ) {
    this.#server = server;
    this.#options = options;
  }

  /** Adds customers of all systems in turn. Returns them with their tenants. */
  add(count: number): (Customer & { tenant: string })[] {
    return Array.from({ length: count }, (_, number) => {
      const system = SYSTEMS[number % SYSTEMS.length];
      if (!system) throw new Error('no system');
      const name = `c${String(number).padStart(5, '0')}x`;
      const customer = { name, number, system: system.id };
      this.#customers.set(name, customer);
      const tenant = siteOf(system.id).tenant(name);
      for (const host of system.hosts({ tenant })) {
        this.#server.answerHost(host, (request) => this.#answer(host, request));
      }
      return { ...customer, tenant };
    });
  }

  /** What a customer lists now. Every second customer changes its postings with the version. */
  postingsOf({ number }: Customer, version = this.#options.version()): Posting[] {
    const changed = new Date(Date.UTC(2026, 3, 1) + version * 1_000).toISOString();
    return postingsOf(NUMBERS, { changed }).map((posting) => ({
      ...posting,
      title: number % 2 === 0 ? `${posting.title}, version ${version}` : posting.title,
      text: `${posting.text} This is at customer ${number}.`,
      html: posting.html.replace('</p>', ` This is at customer ${number}.</p>`),
    }));
  }

  #answer(host: string, request: { url: string; body: string }): FeedAnswer {
    const log = this.hosts.get(host) ?? { active: 0, endedAt: Number.NEGATIVE_INFINITY };
    this.hosts.set(host, log);
    this.requests += 1;
    const since = performance.now() - log.endedAt;
    if (log.active > 0) this.violations.push(`${host} is asked twice at the same time`);
    // PostgreSQL rounds the time from which a host is free to whole milliseconds.
    else if (since < this.#options.interval - 1) {
      this.violations.push(`${host} is asked again after ${since.toFixed(1)} ms`);
    }
    log.active += 1;
    this.#options.onRequest();
    return {
      write: async (response) => {
        await pause(RESPONSE_TIME);
        const content = this.#contentFor(request);
        // The request ends here, because no client has the complete response earlier. The events of the connection may
        // be late on a busy machine.
        log.active -= 1;
        log.endedAt = performance.now();
        response.writeHead(content ? 200 : 404, { 'content-type': content?.type ?? 'text/plain' });
        response.end(content?.text);
      },
    };
  }

  #contentFor({ url, body }: { url: string; body: string }) {
    const [name = ''] = /c\d{5}x/.exec(url) ?? [];
    const customer = this.#customers.get(name);
    if (!customer || !findSystem(customer.system)) return undefined;
    const site = siteOf(customer.system);
    const request = { url: new URL(url), body, customer: name };
    return answerOf(site, this.postingsOf(customer), request)?.content;
  }
}
