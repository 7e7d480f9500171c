import type { ClientBase } from 'pg';
import type { CopiedTable } from './format.ts';

/**
 * Tables that are left out, because their content comes from other tables: rendered descriptions, downloads of personal
 * data, and which jobs have changed since the searches of alerts were matched. A restored board has matched all its jobs.
 */
const DERIVED = [
  'job_html',
  'company_html',
  'data_exports',
  'data_export_parts',
  'alert_changes',
  'alert_run',
];

/**
 * Selects the tables and columns to copy. Each table comes after the tables that it references, because foreign keys
 * are checked while rows are inserted. Unlogged tables are left out, because a crash also empties them. Generated
 * columns are left out.
 */
export async function copiedTables(client: ClientBase, names: string[]): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable & { refers_to: string[] }>(
    `select relname as name,
      array(
        select attname::text from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum
      ) as columns,
      array(
        select referred.relname::text from pg_constraint join pg_class referred on referred.oid = confrelid
        where conrelid = pg_class.oid and contype = 'f'
      ) as refers_to
    from pg_class
    where oid in (select to_regclass(quote_ident(name)) from unnest($1::text[]) as name)
      and relpersistence = 'p'
    order by relname`,
    [names.filter((name) => !DERIVED.includes(name))],
  );
  const ordered = new Map<string, CopiedTable>();
  const visit = (name: string, ancestors: string[]): void => {
    const row = rows.find((table) => table.name === name);
    if (!row || ordered.has(name) || ancestors.includes(name)) return;
    for (const other of row.refers_to) visit(other, [...ancestors, name]);
    ordered.set(name, { name, columns: row.columns });
  };
  for (const { name } of rows) visit(name, []);
  return [...ordered.values()];
}
