import { type SQL, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';

/** What a query is called: `plan` exactly, with the number of its form where it has several; `query` all forms. */
export type StatementName = { plan: string; query: string };

/** Names a statement that is planned each time. The name, in snake case, goes along as a comment. */
export function named(name: string, statement: SQL): SQL {
  return sql`${sql.raw(`/* ${name} */ `)}${statement}`;
}

const known = new LRUCache<string, string>({ max: 1_000 });

/** By the name it is prepared under, by the one it was given, or else by what it does to which table. */
export function statementName({
  name,
  text,
}: {
  name?: string | undefined;
  text: string;
}): StatementName {
  if (name) return { plan: name, query: name.replace(/_\d+$/, '') };
  let query = known.get(text);
  if (query === undefined) {
    query = describe(text);
    known.set(text, query);
  }
  return { plan: query, query };
}

const GIVEN = /^\s*\/\* (\w+) \*\//;
const WRITE =
  /\b(insert) into\s+"?(\w+)|\b(update)\s+"?(\w+)"?\s+(?:as\s+\w+\s+)?set\b|\b(delete) from\s+"?(\w+)/i;
const READ = /\bfrom\s+"?([a-z]\w*)/i;
const CALL = /^\s*select\s+([a-z]\w*)\s*\(/i;

function describe(text: string): string {
  const [, given] = GIVEN.exec(text) ?? [];
  if (given) return given;
  const [, verb = 'statement'] = /^[\s(]*([a-z]+)/i.exec(text) ?? [];
  if (!/^(select|with|insert|update|delete|table)$/i.test(verb)) return verb.toLowerCase();
  const write = WRITE.exec(text)?.slice(1).filter(Boolean);
  const found = write ?? ['select', READ.exec(text)?.[1] ?? CALL.exec(text)?.[1] ?? 'values'];
  return found.join('_').toLowerCase();
}

/** What remains are words of SQL, names of ours and the parameters' numbers. */
const LITERALS = /'(?:[^'\\]|''|\\.)*'|\$(\w*)\$.*?\$\1\$|(?<![\w$])\d+(?:\.\d+)?/gs;

/** The text of a statement with `?` in the place of all values. */
export function withoutLiterals(text: string): string {
  return text.replace(LITERALS, '?');
}
