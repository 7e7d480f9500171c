import pg, { type ClientBase } from 'pg';
import type { CopiedTable } from './format.ts';

const { escapeIdentifier } = pg;

/**
 * Drops the indexes of the tables before rows are loaded, except those of constraints. Returns the statements that
 * create them again. Building an index after loading the rows is much faster than updating it for each row.
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

/** Sets the sequences of the tables so that new rows get higher ids than the loaded rows. */
export async function continueSequences(client: ClientBase, tables: CopiedTable[]): Promise<void> {
  for (const table of tables) {
    const name = escapeIdentifier(table.name);
    const { rows } = await client.query<{ column: string; sequence: string }>(
      `select attname as column, pg_get_serial_sequence($1, attname) as sequence from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped
        and pg_get_serial_sequence($1, attname) is not null`,
      [name],
    );
    for (const { column, sequence } of rows) {
      const last = `max(${escapeIdentifier(column)})`;
      await client.query(
        `select setval($1::regclass, coalesce(${last}, 1), ${last} is not null) from ${name}`,
        [sequence],
      );
    }
  }
}
