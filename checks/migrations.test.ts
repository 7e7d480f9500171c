import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { read, repositoryFiles } from './source-files.ts';

/**
 * Statements that break the previous version, which still serves requests while the next version migrates the database.
 * https://www.postgresql.org/docs/current/sql-altertable.html
 */
const BREAKING: [RegExp, string][] = [
  [/\bdrop (table|view|type|function)\b/i, 'an object that it uses is dropped'],
  [/\bdrop column\b/i, 'a column that it reads is dropped'],
  [/\brename\b/i, 'an object that it uses is renamed'],
  [/\balter column\b[^;]*\b(set data )?type\b/i, 'a column changes its type'],
  [/\balter column\b[^;]*\bset not null\b/i, 'it may leave a column empty'],
  [/\badd column\b(?![^;,]*\bdefault\b)[^;,]*\bnot null\b/i, 'it does not fill the column'],
];

/** Matches the comment on a statement that completes a change begun in an earlier version. */
const COMPLETES_CHANGE = /^-- The previous version no longer uses it: \S.*$/m;

/**
 * The first migration after the release that follows 1.0.0, such as `0004`. There is none yet: until that release, an
 * update stops the former servers, so migrations may drop and rename.
 */
const FIRST_CHECKED = undefined as string | undefined;

function findings(sql: string): string[] {
  return sql
    .split('--> statement-breakpoint')
    .filter((statement) => !COMPLETES_CHANGE.test(statement))
    .flatMap((statement) =>
      BREAKING.filter(([pattern]) => pattern.test(statement)).map(([, reason]) => reason),
    );
}

test('no migration breaks the previous version, which still runs during an update', () => {
  const files = repositoryFiles('src/server/db/migrations/*.sql');
  expect(files.length).toBeGreaterThan(0);
  const checked = files.filter((file) => FIRST_CHECKED && basename(file) >= FIRST_CHECKED);
  for (const file of checked) expect([file, findings(read(file))]).toEqual([file, []]);
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
    '-- The previous version no longer uses it: reads "pay".\nALTER TABLE "jobs" DROP COLUMN "salary";',
    0,
  ],
  ['-- The previous version no longer uses it: \nALTER TABLE "jobs" DROP COLUMN "salary";', 1],
])('%s', (sql, count) => {
  expect(findings(sql)).toHaveLength(count);
});
