import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { jobs } from '#server/db/schema.ts';
import { source_hosts, source_jobs, source_runs, sources } from '#server/db/source-tables.ts';
import { withActor } from '#server/db/with-actor.ts';
import type { FetchLimits } from '#server/job-feeds/fetch/fetch-client.ts';
import { type FeedServer, startFeedServer } from '#server/job-feeds/testing/feed-server.ts';
import { tokenFor } from '#tests/support/access-tokens.ts';
import { createAccount, createCompany } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { previewSource } from '../previews/preview-source.ts';
import { claimDueSource, claimPreview } from '../runs/lease.ts';
import { type RunOptions, runSource } from '../runs/run-source.ts';

/** A job as Greenhouse lists it. */
export type Listed = { id: number; title?: string; location?: string; content?: string };

const HOUR = 60 * 60 * 1_000;

/** Sets up a board, and a server that imitates the systems. Runs use a separate clock, which `passes` advances. */
export function setUpSources() {
  const board = setUpTestBoard();
  let server: FeedServer;
  let now = new Date();
  const told: string[] = [];
  beforeAll(async () => {
    server = await startFeedServer();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    now = new Date();
    told.length = 0;
    server.requests.length = 0;
    await board.db.delete(sources);
    // Delete the delays that hosts have asked for in other tests.
    await board.db.delete(source_hosts);
  });

  const options = (limits: Partial<FetchLimits> = {}): RunOptions => ({
    db: board.db,
    reach: {
      publicUrl: 'https://jobs.example',
      network: server.network,
      limits: { retryDelay: 1, ...limits },
      interval: 0,
    },
    logger: board.app.log,
    clock: () => now,
    notify: async (_, source, event) => {
      told.push(`${event} ${source.tenant}`);
    },
  });

  /** Sets the list of a Greenhouse board. */
  function list(tenant: string, entries: Listed[], { total = entries.length } = {}) {
    server.answer(urlOf(tenant), { json: { jobs: entries.map(toPosting), meta: { total } } });
  }

  const urlOf = (tenant: string) =>
    `https://boards-api.greenhouse.io/v1/boards/${tenant}/jobs?content=true&pay_transparency=true`;

  function toPosting({ id, title = `Weaver ${id}`, location = 'Lisbon', content }: Listed) {
    return {
      id,
      title,
      location: { name: location },
      content: content ?? `&lt;p&gt;You weave cloth number ${id} on a large loom.&lt;/p&gt;`,
      absolute_url: `https://job-boards.greenhouse.io/acme/jobs/${id}`,
      updated_at: '2026-03-04T05:06:07-04:00',
      first_published: '2026-03-04T05:06:07-04:00',
    };
  }

  return {
    board,
    told,
    get server() {
      return server;
    },
    get now() {
      return now;
    },
    options,
    urlOf,
    list,
    toPosting,
    /** Advances the clock of the runs. */
    passes(ms: number) {
      now = new Date(now.getTime() + ms);
    },
    async addSource(tenant = 'acme', values: Partial<typeof sources.$inferInsert> = {}) {
      const company_id = values.company_id ?? (await createCompany(board.db)).id;
      const [row] = await board.db
        .insert(sources)
        .values({
          id: crypto.randomUUID(),
          system: 'greenhouse',
          tenant,
          state: 'active',
          next_run_at: now,
          ...values,
          company_id,
        })
        .returning();
      if (!row) throw new Error('no row');
      return row;
    },
    /** Makes a source due, runs it, and returns its latest run. */
    async run(id: string, after = HOUR, limits: Partial<FetchLimits> = {}) {
      now = new Date(now.getTime() + after);
      // Make this source the one that has been due longest.
      await board.db
        .update(sources)
        .set({ next_run_at: new Date(0) })
        .where(eq(sources.id, id));
      const due = await claimDueSource(board.db, now);
      if (!due) throw new Error('no source is due');
      await runSource(due, options(limits));
      const [last] = await board.db
        .select()
        .from(source_runs)
        .where(eq(source_runs.source_id, id))
        .orderBy(desc(source_runs.id))
        .limit(1);
      if (!last) throw new Error('no run');
      return last;
    },
    /**
     * Creates a person, by default a site admin, and returns an access token. A company admin becomes an owner of the
     * company.
     */
    async tokenOf(values: Parameters<typeof createAccount>[1] = { role: 'siteadmin' }) {
      const { id } = await createAccount(board.db, values);
      return tokenFor(board.db, id);
    },
    /** Changes a job on behalf of a person. */
    async editAs(id: string, values: Partial<typeof jobs.$inferInsert>) {
      const { id: person } = await createAccount(board.db);
      await withActor(board.db, person, (tx) => tx.update(jobs).set(values).where(eq(jobs.id, id)));
    },
    async preview() {
      const preview = await claimPreview(board.db, now);
      if (!preview) throw new Error('no preview waits');
      await previewSource(preview, { ...options(), signal: new AbortController().signal });
    },
    /** The titles of the company's jobs by their state. */
    async jobsOf(company_id: string) {
      const rows = await board.db
        .select()
        .from(jobs)
        .where(eq(jobs.company_id, company_id))
        .orderBy(jobs.title);
      const titles = (isOpen: boolean) =>
        rows.filter(({ closed_at }) => (closed_at === null) === isOpen).map(({ title }) => title);
      return { open: titles(true), closed: titles(false), rows };
    },
    ledger: (id: string) =>
      board.db
        .select()
        .from(source_jobs)
        .where(eq(source_jobs.source_id, id))
        .orderBy(source_jobs.external_id),
    async sourceOf(id: string) {
      const [row] = await board.db.select().from(sources).where(eq(sources.id, id));
      if (!row) throw new Error('no source');
      return row;
    },
  };
}
