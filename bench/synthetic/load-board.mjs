import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BenchError } from '../load/processes.mjs';
import { makeBoard } from './board.mjs';
import { companyRows, copyStatement, jobRows } from './copy-rows.mjs';
import { fillCounts, fillSearch } from './fill-search.mjs';

/** The number of concurrent slices: the cores of a small machine. */
const SLICES = 2;

/**
 * Fills the empty tables of a board with synthetic jobs.
 * @param {string} url `postgres://…` of a superuser
 * @param {import('./board.mjs').Size} size
 * @param {{ say: (message: string) => void, signal: AbortSignal }} options
 * @throws {BenchError} if the tables are not empty
 */
export async function loadBoard(url, size, { say, signal }) {
  const started = Date.now();
  const tell = (/** @type {string} */ step) =>
    say(`${((Date.now() - started) / 1000).toFixed(0).padStart(5)} s  ${step}`);
  await withClient(url, async (client) => {
    const { rows } = await client.query(
      'select exists (select from companies) or exists (select from jobs) as filled',
    );
    if (rows[0]?.filled) throw new BenchError('The database has jobs or companies already.');
    // A larger log avoids a checkpoint per gigabyte, each of which writes every page again.
    await client.query(`alter system set max_wal_size = '16GB'`);
    await client.query('select pg_reload_conf()');
    try {
      const board = makeBoard(size);
      tell(`Creating ${board.companyCount} companies`);
      await copy(client, 'companies', companyRows(board), signal);
      tell(`Creating ${board.rowCount} jobs, ${size.jobs} of them open`);
      const build = await dropIndexes(client);
      await copy(client, 'jobs', jobRows(board), signal);
      tell('Filling the search index');
      await Promise.all(
        Array.from({ length: SLICES }, (_, slice) =>
          withClient(url, (other) => fillSearch(other, slice, SLICES)),
        ),
      );
      await fillCounts(client);
      tell('Building the indexes');
      await build();
      tell('Vacuuming');
      await client.query('vacuum analyze');
      await client.query('checkpoint');
      tell('Done');
    } finally {
      await client.query('alter system reset max_wal_size');
      await client.query('select pg_reload_conf()');
    }
  });
}

/**
 * Runs `use` on a connection without triggers, which would write the audit trail and notify every server.
 * @param {string} url
 * @param {(client: pg.Client) => Promise<void>} use
 */
async function withClient(url, use) {
  const client = new pg.Client({ connectionString: url });
  // A lost connection also fails the query.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(`set maintenance_work_mem = '1GB'`);
    await client.query('set synchronous_commit = off');
    await use(client);
  } finally {
    await client.end();
  }
}

/**
 * @param {pg.Client} client
 * @param {'companies' | 'jobs'} table
 * @param {Iterable<string>} chunks
 * @param {AbortSignal} signal
 */
async function copy(client, table, chunks, signal) {
  await pipeline(Readable.from(chunks), client.query(copyFrom(copyStatement(table))), { signal });
}

/**
 * Drops the indexes, because building one is faster than adding a million rows to it.
 * @param {pg.Client} client
 * @returns {Promise<() => Promise<void>>} rebuilds them
 */
async function dropIndexes(client) {
  /** @type {{ rows: { name: string, definition: string }[] }} */
  const { rows } = await client.query(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    where indrelid in ('jobs'::regclass, 'job_search'::regclass) and not indisprimary
      and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return async () => {
    for (const { definition } of rows) await client.query(definition);
  };
}
