import { pipeline } from 'node:stream/promises';
import pg, { type ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { CopiedTable } from './format.ts';

const { escapeIdentifier } = pg;

/** The minimum size of a part of a table (bytes). A part ends after the row with which it reaches this size. */
const PART_SIZE = 4 * 1024 * 1024;

const LINE_FEED = 10;

export type Part = { content: Buffer; rows: number };

/**
 * Reads a table in parts, with PostgreSQL's COPY, which writes each row as one line and escapes line feeds in values.
 * https://www.postgresql.org/docs/current/sql-copy.html
 */
export async function* readParts(client: ClientBase, table: CopiedTable): AsyncGenerator<Part> {
  const copy: AsyncIterable<Buffer> = client.query(copyTo(`copy ${target(table)} to stdout`));
  let buffered: Buffer[] = [];
  let size = 0;
  for await (const chunk of copy) {
    const end = chunk.lastIndexOf(LINE_FEED) + 1;
    size += chunk.length;
    if (size < PART_SIZE || end === 0) {
      buffered.push(chunk);
      continue;
    }
    yield partOf([...buffered, chunk.subarray(0, end)]);
    buffered = [chunk.subarray(end)];
    size = chunk.length - end;
  }
  if (size > 0) yield partOf(buffered);
}

function partOf(chunks: Buffer[]): Part {
  const content = Buffer.concat(chunks);
  let rows = 0;
  for (let at = content.indexOf(LINE_FEED); at >= 0; at = content.indexOf(LINE_FEED, at + 1)) {
    rows += 1;
  }
  return { content, rows };
}

/** Inserts the rows of a part and returns their number. */
export async function writePart(
  client: ClientBase,
  table: CopiedTable,
  content: AsyncIterable<Uint8Array>,
): Promise<number> {
  const copy = client.query(copyFrom(`copy ${target(table)} from stdin`));
  await pipeline(content, copy);
  return copy.rowCount;
}

function target({ name, columns }: CopiedTable): string {
  return `${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')})`;
}
