import type { ClientBase } from 'pg';
import type { CopiedTable } from './format.ts';

/**
 * Drops the tables' indexes, but for those of keys and other constraints, and returns what makes them again: filling
 * a table and then making its indexes takes a fraction of keeping them at each row.
 * https://www.postgresql.org/docs/current/populate.html#POPULATE-RM-INDEXES
 */
export async function dropIndexes(client: ClientBase, tables: CopiedTable[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    where indrelid in (select to_regclass(quote_ident(name)) from unnest($1::text[]) as name)
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by 1`,
    [tables.map(({ name }) => name)],
  );
  if (rows.length > 0) {
    await client.query(`drop index ${rows.map(({ name }) => name).join(', ')}`);
  }
  return rows.map(({ definition }) => definition);
}
