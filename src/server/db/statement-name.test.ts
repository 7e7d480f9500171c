import { expect, test } from 'vitest';
import { statementName, withoutLiterals } from './statement-name.ts';

test.each([
  ['begin', 'begin'],
  ['begin isolation level repeatable read read only', 'begin'],
  ['rollback', 'rollback'],
  ['set local enable_seqscan = off', 'set'],
  ['select "id" from "jobs" inner join "companies" on true', 'select_jobs'],
  ['(select id from job_search limit 3) union all (select id from jobs)', 'select_job_search'],
  [
    'insert into "accounts" ("id") values ($1) on conflict do update set id = $1',
    'insert_accounts',
  ],
  ['update "jobs" set "title" = $1 from "companies"', 'update_jobs'],
  ['delete from "uploads" where "id" = $1', 'delete_uploads'],
  ['with gone as (delete from uploads returning id) select id from gone', 'delete_uploads'],
  ['select * from "jobs" where "id" = $1 for update', 'select_jobs'],
  ["select set_config('board.actor', $1, true)", 'select_set_config'],
  ['select 1', 'select_values'],
  ['/* found_jobs_newest */ (select 1)', 'found_jobs_newest'],
])('%s is named %s', (text, name) => {
  expect(statementName({ text })).toEqual({ plan: name, query: name });
});

test('the name of a prepared read is the name of its query and a number', () => {
  expect(statementName({ name: 'found_jobs_newest_12', text: 'select 1' })).toEqual({
    plan: 'found_jobs_newest_12',
    query: 'found_jobs_newest',
  });
});

test.each([
  ["select 'it''s' || $1, 12, 1.5, job_2", 'select ? || $1, ?, ?, job_2'],
  ["select E'a\\'b' , $$words$$, $a$ of 'them' $a$", 'select E? , ?, ?'],
  ['select "job_search"."date" limit 26', 'select "job_search"."date" limit ?'],
])('the statement %s contains no values after redaction', (text, redacted) => {
  expect(withoutLiterals(text)).toBe(redacted);
});
