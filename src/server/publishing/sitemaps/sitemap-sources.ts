import { type SQL, sql } from 'drizzle-orm';
import type { ChangeTopic } from '#server/db/change-listener.ts';
import { companies, jobs } from '#server/db/schema.ts';
import { job_search } from '#server/db/search-tables.ts';
import { sitemaps } from '#shared/urls/outside-paths.ts';
import { pages } from '#shared/urls/paths.ts';

/** A kind of page that exists once for each row of a table. */
export type SitemapSource = {
  /** The table with a row for each page. Its ids have an index. */
  table: SQL;
  id: SQL;
  /** SQL that joins the ids (`source`) to the tables from which the time of a page's last change is read. */
  joins: SQL;
  modified: SQL;
  /** The change topics after which the list of pages is outdated. */
  dependsOn: ChangeTopic[];
  pageOf: (id: string) => string;
  partOf: (number: number) => string;
};

/** The pages of open jobs. They also show the company, so a change of the company counts as a change of the page. */
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
 * The pages of companies. They also show the newest jobs, so a change of any job of the company counts, whether open or
 * closed. The deletion of a job does not count, because its row no longer exists.
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
