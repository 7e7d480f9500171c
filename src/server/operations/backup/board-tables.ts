import type { ClientBase } from 'pg';
import type { CopiedTable } from './format.ts';

/** They are rendered anew from what is copied. */
const DERIVED = ['job_html', 'company_html'];

/**
 * Those of the board's tables that are copied, with the columns that are: an unlogged table is worth nothing after
 * a crash, nor in a backup, and generated columns generate themselves. Each stands after those that it refers to,
 * for foreign keys are checked while rows come in.
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
  const visit = (name: string, above: string[]): void => {
    const row = rows.find((table) => table.name === name);
    if (!row || ordered.has(name) || above.includes(name)) return;
    for (const other of row.refers_to) visit(other, [...above, name]);
    ordered.set(name, { name, columns: row.columns });
  };
  for (const { name } of rows) visit(name, []);
  return [...ordered.values()];
}
