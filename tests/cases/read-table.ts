import { readFileSync } from 'node:fs';

/** A case: an input, and what the board must read from it. */
export type Case = {
  kind: string;
  input: string;
  /** Answers that are equally right, separated by `||`. */
  expected: string;
  /** Why the expected answer is not a goal; empty if it is one. */
  disputed: string;
  /** The other columns of the table. */
  [column: string]: string;
};

const UNESCAPED: Record<string, string> = { n: '\n', t: '\t', '\\': '\\' };

/**
 * Reads a table of cases: tab-separated, with the names of the columns in the first line. In a cell, `\n` is a line
 * break, `\t` a tab and `\\` a backslash. The files in `readers` describe the answers of each table.
 */
export function readTable(name: string): Case[] {
  const text = readFileSync(new URL(`tables/${name}.tsv`, import.meta.url), 'utf8');
  const [header = [], ...rows] = text
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t').map(unescapeCell));
  return rows.map((cells) => {
    const fields = Object.fromEntries(header.map((column, index) => [column, cells[index] ?? '']));
    return { kind: '', input: '', expected: '', disputed: '', ...fields };
  });
}

function unescapeCell(cell: string): string {
  return cell.replace(/\\([nt\\])/g, (_, character: string) => UNESCAPED[character] ?? '');
}

/** The answers that are right. */
export function answersOf({ expected }: Case): string[] {
  return expected.split('||').map((answer) => answer.trim());
}
