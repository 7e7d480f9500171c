import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { describeCompany, describeJob } from '#server/content/markdown/summary.ts';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import type { Database } from '#server/db/client.ts';
import { companies, jobs } from '#server/db/schema.ts';
import { board_settings } from '#server/db/setting-tables.ts';
import { ACTORS, withActor } from '#server/db/with-actor.ts';
import { DEMO_COMPANIES } from './demo-companies.data.ts';

const HOUR = 3_600_000;

/** Adds the demo companies and their jobs if the board has no companies. Returns whether it has added them. */
export async function fillEmptyBoard(db: Database, now = Date.now()): Promise<boolean> {
  return withActor(db, ACTORS.demoData, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.demoData})`);
    const [company] = await tx.select({ id: companies.id }).from(companies).limit(1);
    if (company) return false;
    const rows = DEMO_COMPANIES.map((demo) => ({ id: uuidv7(), demo }));
    await tx.insert(companies).values(
      rows.map(({ id, demo: { name, slug, description, website } }) => ({
        id,
        name,
        ...describeCompany(description),
        website,
        trusted_website: website,
        logo: `/demo-logos/${slug}.svg`,
      })),
    );
    await tx.insert(jobs).values(
      rows.flatMap(({ id: company_id, demo }) =>
        demo.jobs.map(({ hoursAgo, ...job }) => ({
          ...job,
          ...describeJob(job.description),
          id: uuidv7(),
          company_id,
          date: new Date(now - hoursAgo * HOUR),
        })),
      ),
    );
    // A board with demo data is a trial, which asks nothing.
    await tx.insert(board_settings).values({ version: 0, setup: 'done' }).onConflictDoNothing();
    return true;
  });
}
