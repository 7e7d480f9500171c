import { createHash } from 'node:crypto';
import { source_hosts } from '#server/db/source-tables.ts';
import type { FetchLimits } from '#server/job-feeds/fetch/fetch-client.ts';
import type { System } from '#server/job-feeds/systems/system.ts';
import type { FeedAnswer } from '#server/job-feeds/testing/feed-server.ts';
import type { Posting } from '#server/job-feeds/testing/sites/site.ts';
import { siteOf } from '#server/job-feeds/testing/sites/sites.ts';
import {
  answerOf,
  type RequestKind,
  type ShapeChange,
} from '#server/job-feeds/testing/sites/write-site.ts';
import type { FaultCase } from './fault-cases.ts';
import type { setUpSources } from './set-up-sources.ts';

/** The responses of a site. */
export type Play = {
  postings: readonly Posting[];
  change?: ShapeChange;
  /** A fault of the responses to one kind of request. */
  fault?: { kind: RequestKind; answer: FaultCase['answer'] };
};

const CUSTOMER = 'acme';

/** Adds a source of a system, and lets the feed server imitate the system's site. */
export async function playSite(
  setup: ReturnType<typeof setUpSources>,
  system: System,
  start: Play = { postings: [] },
) {
  const site = siteOf(system.id);
  const tenant = site.tenant(CUSTOMER);
  const hosts = system.hosts({ tenant });
  let play = start;
  let faulty = 0;
  for (const host of hosts) {
    setup.server.answerHost(host, ({ url, body }) => {
      const { postings, change, fault } = play;
      const request = { url: new URL(url), body, customer: CUSTOMER };
      const answer = answerOf(site, postings, request, change);
      if (!answer) return { status: 404 };
      const { kind, content } = answer;
      const usual: FeedAnswer = {
        headers: { 'content-type': content.type },
        text: content.text,
        ...(system.conditional !== 'none' && kind === 'list' && { etag: tagOf(content.text) }),
      };
      if (fault?.kind !== kind) return usual;
      return fault.answer(content, { url, usual, attempt: faulty++ });
    });
  }
  const source = await setup.addSource(tenant, { system: system.id });
  return {
    source,
    hosts,
    /** Runs the source an hour later. */
    async run(next: Play, limits: Partial<FetchLimits> = {}) {
      play = next;
      faulty = 0;
      // Delete what a host asked for in an earlier run, such as a wait, so that this run does not wait.
      await setup.board.db.delete(source_hosts);
      return setup.run(source.id, undefined, limits);
    },
    /** Everything that the board stores about the source, without the values that a failure changes. */
    async state() {
      const [{ rows }, ledger, { failures: _, next_run_at, ...row }] = await Promise.all([
        setup.jobsOf(source.company_id),
        setup.ledger(source.id),
        setup.sourceOf(source.id),
      ]);
      return { rows, ledger, source: row };
    },
  };
}

function tagOf(text: string): string {
  return `"${createHash('md5').update(text).digest('hex')}"`;
}
