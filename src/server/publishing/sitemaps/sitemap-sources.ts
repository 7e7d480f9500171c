import { type SQL, sql } from 'drizzle-orm';
import type { ChangeTopic } from '#server/db/change-listener.ts';
import { companies, jobs } from '#server/db/schema.ts';
import { job_search } from '#server/db/search-tables.ts';
import { sitemaps } from '#shared/outside-paths.ts';
import { pages } from '#shared/paths.ts';

/** Pages of one kind, of which each thing has one. */
export type SitemapSource = {
  /** Where their ids stand, with an index of its own. */
  table: SQL;
  id: SQL;
  /** What `source` (id) is joined with, so that it is known when a thing's page last changed. */
  joins: SQL;
  modified: SQL;
  /** What changes them. */
  dependsOn: ChangeTopic[];
  pageOf: (id: string) => string;
  partOf: (number: number) => string;
};

/** Open jobs; their pages show the company too. */
export const jobSource: SitemapSource = {
  table: sql`${job_search}`,
  id: sql`${job_search.job_id}`,
  joins: sql`join ${jobs} on ${jobs.id} = source.id
    join ${companies} on ${companies.id} = ${jobs.company_id}`,
  modified: sql`greatest(${jobs.updated_at}, ${companies.updated_at})`,
  dependsOn: ['jobs', 'companies'],
  pageOf: pages.job,
  partOf: sitemaps.jobs,
};

/**
 * Their pages show the newest jobs too, so a change of any of their jobs counts, open or closed; but not that one was
 * deleted, which leaves nothing to ask.
 */
export const companySource: SitemapSource = {
  table: sql`${companies}`,
  id: sql`${companies.id}`,
  joins: sql`join ${companies} on ${companies.id} = source.id
    left join lateral (
      select ${jobs.updated_at} from ${jobs} where ${jobs.company_id} = ${companies.id}
      order by ${jobs.updated_at} desc limit 1
    ) as changed on true`,
  modified: sql`greatest(${companies.updated_at}, changed.updated_at)`,
  dependsOn: ['jobs', 'companies'],
  pageOf: pages.company,
  partOf: sitemaps.companies,
};
