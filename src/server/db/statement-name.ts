import { type SQL, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';

/**
 * The names of a query, which may be prepared in several forms: `plan` identifies one form, such as `jobs_2`; `query`
 * stands for all forms, such as `jobs`.
 */
export type StatementName = { plan: string; query: string };

/** Names a statement that is planned at each execution. The name is in snake case and becomes a comment in the SQL. */
export function named(name: string, statement: SQL): SQL {
  return sql`${sql.raw(`/* ${name} */ `)}${statement}`;
}

const cachedNames = new LRUCache<string, string>({ max: 1_000 });

/**
 * Returns the name of the prepared statement. For other statements, uses the name in a comment at the beginning, or
 * else the verb and the table.
 */
export function statementName({
  name,
  text,
}: {
  name?: string | undefined;
  text: string;
}): StatementName {
  if (name) return { plan: name, query: name.replace(/_\d+$/, '') };
  let query = cachedNames.get(text);
  if (query === undefined) {
    query = describe(text);
    cachedNames.set(text, query);
  }
  return { plan: query, query };
}

const NAME_COMMENT = /^\s*\/\* (\w+) \*\//;
const WRITE =
  /\b(insert) into\s+"?(\w+)|\b(update)\s+"?(\w+)"?\s+(?:as\s+\w+\s+)?set\b|\b(delete) from\s+"?(\w+)/i;
const READ = /\bfrom\s+"?([a-z]\w*)/i;
const CALL = /^\s*select\s+([a-z]\w*)\s*\(/i;

function describe(text: string): string {
  const [, name] = NAME_COMMENT.exec(text) ?? [];
  if (name) return name;
  const [, verb = 'statement'] = /^[\s(]*([a-z]+)/i.exec(text) ?? [];
  if (!/^(select|with|insert|update|delete|table)$/i.test(verb)) return verb.toLowerCase();
  const write = WRITE.exec(text)?.slice(1).filter(Boolean);
  const parts = write ?? ['select', READ.exec(text)?.[1] ?? CALL.exec(text)?.[1] ?? 'values'];
  return parts.join('_').toLowerCase();
}

/** Matches string and number literals, but not keywords, identifiers or numbers of parameters. */
const LITERALS = /'(?:[^'\\]|''|\\.)*'|\$(\w*)\$.*?\$\1\$|(?<![\w$])\d+(?:\.\d+)?/gs;

/** Returns the statement with every literal replaced by `?`. */
export function withoutLiterals(text: string): string {
  return text.replace(LITERALS, '?');
}
