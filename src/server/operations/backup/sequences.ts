import pg, { type ClientBase } from 'pg';
import type { CopiedTable } from './format.ts';

const { escapeIdentifier } = pg;

/** New rows get ids after those that are there. */
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
