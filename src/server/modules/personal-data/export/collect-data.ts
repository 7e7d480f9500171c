import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { PERSONAL_TABLES, type Person, type PersonalTable } from '#server/db/personal-data.ts';

/** How many rows are in memory at once. */
const ROWS_AT_ONCE = 100;

/**
 * Reads everything personal about a person as the text of a JSON document, in pieces. Each section has the rows of one
 * table. Must run in a transaction, because it reads with cursors.
 */
export async function* collectData(
  tx: Database,
  person: Person,
  about: Record<string, string>,
): AsyncGenerator<string> {
  yield `${JSON.stringify(about, null, 2).slice(0, -2)},\n  "data": {`;
  let separator = '\n';
  for (const [name, table] of Object.entries(PERSONAL_TABLES)) {
    const columns = exportedColumns(table);
    if (columns.length === 0) continue;
    yield `${separator}    ${JSON.stringify(table.section)}: [`;
    separator = ',\n';
    let comma = '\n';
    for await (const row of readRows(tx, name, columns, table.rows(person))) {
      yield `${comma}      ${row}`;
      comma = ',\n';
    }
    yield comma === '\n' ? ']' : '\n    ]';
  }
  yield '\n  }\n}\n';
}

function exportedColumns({ columns }: PersonalTable): SQL[] {
  return Object.entries(columns).flatMap(([name, rule]) => {
    if (rule === 'withheld') return [];
    const column = sql.identifier(name);
    return [rule === 'exported' ? sql`${column}` : sql`${rule} as ${column}`];
  });
}

async function* readRows(
  tx: Database,
  name: string,
  columns: SQL[],
  condition: SQL,
): AsyncGenerator<string> {
  const rows = sql`select ${sql.join(columns, sql`, `)} from ${sql.identifier(name)} where ${condition}`;
  await tx.execute(
    sql`declare personal_rows no scroll cursor for select row_to_json(row)::text as row from (${rows}) row`,
  );
  for (;;) {
    const { rows: batch } = await tx.execute<{ row: string }>(
      sql.raw(`fetch ${ROWS_AT_ONCE} from personal_rows`),
    );
    for (const { row } of batch) yield row;
    if (batch.length < ROWS_AT_ONCE) break;
  }
  await tx.execute(sql`close personal_rows`);
}
