import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { read, repositoryFiles } from './source-files.ts';

/**
 * What the version before cannot live with, which still serves while the next one starts and migrates: it reads and
 * writes what it knew. https://www.postgresql.org/docs/current/sql-altertable.html
 */
const BREAKING: [RegExp, string][] = [
  [/\bdrop (table|view|type|function)\b/i, 'what it uses is gone'],
  [/\bdrop column\b/i, 'a column that it reads is gone'],
  [/\brename\b/i, 'what it uses is called otherwise'],
  [/\balter column\b[^;]*\b(set data )?type\b/i, 'a column holds something else'],
  [/\balter column\b[^;]*\bset not null\b/i, 'it may leave a column empty'],
  [/\badd column\b(?![^;,]*\bdefault\b)[^;,]*\bnot null\b/i, 'it does not fill the column'],
];

/** Says that the version before uses it no more: what is left of a change that began two versions ago. */
const FINISHES = /^-- The version before no longer uses it: \S.*$/m;

/** Those that were there before anybody ran the board. */
const FIRST_TO_COUNT = '0007';

function faults(sql: string): string[] {
  return sql
    .split('--> statement-breakpoint')
    .filter((statement) => !FINISHES.test(statement))
    .flatMap((statement) =>
      BREAKING.filter(([pattern]) => pattern.test(statement)).map(([, fault]) => fault),
    );
}

test('no migration takes from the version before what it still uses', () => {
  const files = repositoryFiles('src/server/db/migrations/*.sql');
  expect(files.length).toBeGreaterThanOrEqual(7);
  for (const file of files.filter((file) => basename(file) >= FIRST_TO_COUNT)) {
    expect([file, faults(read(file))]).toEqual([file, []]);
  }
});

test.each([
  ['ALTER TABLE "jobs" DROP COLUMN "salary";', 1],
  ['ALTER TABLE "jobs" RENAME COLUMN "salary" TO "pay";', 1],
  ['DROP TABLE "uploads" CASCADE;', 1],
  ['ALTER TABLE "jobs" ALTER COLUMN "salary" SET DATA TYPE integer;', 1],
  ['ALTER TABLE "jobs" ALTER COLUMN "salary" SET NOT NULL;', 1],
  ['ALTER TABLE "jobs" ADD COLUMN "remote" boolean NOT NULL;', 1],
  ['ALTER TABLE "jobs" ADD COLUMN "remote" boolean DEFAULT false NOT NULL;', 0],
  ['ALTER TABLE "jobs" ADD COLUMN "remote" boolean;', 0],
  ['CREATE TABLE "tags" ("name" text PRIMARY KEY NOT NULL);', 0],
  [
    '-- The version before no longer uses it: reads "pay".\nALTER TABLE "jobs" DROP COLUMN "salary";',
    0,
  ],
  ['-- The version before no longer uses it: \nALTER TABLE "jobs" DROP COLUMN "salary";', 1],
])('%s', (sql, count) => {
  expect(faults(sql)).toHaveLength(count);
});
