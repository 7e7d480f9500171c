import { withClient } from '../load/server.mjs';
import { VALUES } from '../synthetic/search-words.mjs';

/**
 * Chooses the jobs and companies whose pages are measured: jobs from the whole board, and companies of medium size.
 * @param {string} url
 * @returns {Promise<{ jobs: string[], companies: string[] }>}
 */
export function chooseIds(url) {
  return withClient(url, async (client) => {
    const jobs = await client.query(
      `select id from (
         select id, row_number() over (order by date, id) as place, count(*) over () as number
         from jobs where closed_at is null) as open
       where place % greatest(1, number / $1) = 0 order by place limit $1`,
      [VALUES],
    );
    const companies = await client.query(
      `select company_id as id from (
         select company_id, percent_rank() over (order by count(*)) as place
         from jobs where closed_at is null group by company_id) as busy
       order by abs(place - 0.5), company_id limit $1`,
      [VALUES],
    );
    const ids = (/** @type {{ rows: { id: string }[] }} */ { rows }) => rows.map(({ id }) => id);
    return { jobs: ids(jobs), companies: ids(companies) };
  });
}

/**
 * Reads the sizes of the database, its tables and its indexes, the largest first (bytes). `rows` is PostgreSQL's
 * estimate.
 * @param {string} url
 * @returns {Promise<{ all: number, tables: { name: string, rows: number, bytes: number, indexes: number }[], indexes: {
 * name: string, bytes: number }[], }>}
 */
export function databaseSize(url) {
  return withClient(url, async (client) => {
    const all = await client.query('select pg_database_size(current_database())::float8 as bytes');
    const tables = await client.query(`
      select relname as name, greatest(0, reltuples)::float8 as rows,
        pg_table_size(oid)::float8 as bytes, pg_indexes_size(oid)::float8 as indexes
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      order by pg_total_relation_size(oid) desc limit 5`);
    const indexes = await client.query(`
      select relname as name, pg_relation_size(oid)::float8 as bytes
      from pg_class where relkind = 'i' and relnamespace = 'public'::regnamespace
      order by bytes desc, name`);
    return { all: all.rows[0].bytes, tables: tables.rows, indexes: indexes.rows };
  });
}
