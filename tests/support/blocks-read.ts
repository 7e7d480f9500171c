import pg from 'pg';
import { expect, vi } from 'vitest';

/**
 * Runs a function, and then its last query again. Returns how many blocks of the database that query reads; `mark` is a
 * text that it contains.
 */
export async function blocksRead(
  connectionString: string,
  mark: string,
  run: () => Promise<unknown>,
): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  await run();
  const calls = query.mock.calls as unknown as [string | { text: string }, unknown[]?][];
  const [asked, values = []] = calls.at(-1) ?? [''];
  query.mockRestore();
  const text = typeof asked === 'string' ? asked : asked.text;
  expect(text).toContain(mark);
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, values);
  await client.end();
  const { Plan } = rows[0]['QUERY PLAN'][0];
  return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
}
