import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { type Ledger, nameOf, type State, stateOf, type Thing } from './ledger.ts';
import { titleIn } from './random-content.ts';
import { describeState } from './read-state.ts';

/** What belongs together in the database; each gives a line for whatever does not. */
const RULES = {
  'the search has not what the jobs have': `
    select coalesce(open.id, job_search.job_id)::text as fault
    from (select id, searchable(jobs) as found from jobs where closed_at is null) open
    full join job_search on job_search.job_id = open.id
    where open.found::text is distinct from job_search::text`,
  'the trail and the rows differ': `
    with last as (
      select distinct on (kind, thing_id) kind, thing_id, after
      from audit_events where kind in ('job', 'company') order by kind, thing_id, id desc
    ), things as (
      select 'job' as kind, id::text as thing_id, to_jsonb(jobs) as stored from jobs
      union all select 'company', id::text, to_jsonb(companies) from companies
    )
    select kind || ' ' || thing_id as fault from things full join last using (kind, thing_id)
    where stored is distinct from after`,
  'the trail has a gap': `
    select kind || ' ' || thing_id || ' at ' || id as fault from (
      select id, kind, thing_id, action, before, after, lag(after) over history as former,
        row_number() over history as number
      from audit_events where kind in ('job', 'company')
      window history as (partition by kind, thing_id order by id)
    ) events
    where before is distinct from former or (number = 1) <> (action = 'create')
      or (after ->> 'version')::bigint <> number`,
  'a change has no name under it': `
    select id::text as fault from audit_events where kind in ('job', 'company') and actor = ''`,
  'something was made twice': `
    select after ->> 'title' as fault from audit_events
    where kind = 'job' and action = 'create' group by 1 having count(*) > 1`,
  'a key stands for what was never made': `
    select key as fault from idempotency_keys
    where thing_id::text not in (select thing_id from audit_events where action = 'create')`,
  'the kept counts are wrong': `
    with kept as (
      select company_id, type, salary, sum(jobs) as jobs
      from (table job_counts union all table job_count_changes) all_counts group by 1, 2, 3
    ), counted as (
      select whose as company_id, type, salary, count(*) as jobs
      from jobs, unnest(array[company_id, '00000000-0000-0000-0000-000000000000']) as whose
      where closed_at is null group by 1, 2, 3
    )
    select company_id || ' ' || type || ' ' || salary as fault
    from kept full join counted using (company_id, type, salary)
    where coalesce(kept.jobs, 0) <> coalesce(counted.jobs, 0)`,
  'the kept counts of places are wrong': `
    with kept as (
      select place, sum(jobs) as jobs
      from (table place_counts union all table place_count_changes) all_counts group by 1
    ), counted as (
      select place, count(*) as jobs
      from jobs, places_of(concat_ws('; ', location, more_places)) as place
      where closed_at is null group by 1
    )
    select place as fault from kept full join counted using (place)
    where coalesce(kept.jobs, 0) <> coalesce(counted.jobs, 0)`,
  'a company has a logo that is not there': `
    select id::text as fault from companies
    where logo like '/uploads/%' and substr(logo, 10) not in (select name from uploads)`,
};

/** Holds the tables against each other. */
export async function checkRows(ledger: Ledger, database: pg.Client): Promise<void> {
  for (const [rule, sql] of Object.entries(RULES)) {
    const { rows } = await database.query<{ fault: string }>(sql);
    for (const { fault } of rows) {
      ledger.complaints.push({ kind: 'half-made', text: `${rule}: ${fault}` });
    }
  }
}

/** Holds the rows against the ledger: every value as it was acknowledged, and the version. */
export async function checkTexts(ledger: Ledger, database: pg.Client): Promise<void> {
  const { rows } = await database.query<{ id: string; state: State }>(
    `select id, jsonb_build_object('status', case when closed_at is null then 'open' else 'closed' end,
       'version', version, 'text', jsonb_build_object('title', title, 'type', type, 'location', location,
         'salary', salary, 'description', description, 'applyurl', applyurl, 'company', company_id)) as state
     from jobs
     union all select id, jsonb_build_object('status', 'open', 'version', version, 'text', jsonb_build_object(
       'name', name, 'description', description, 'website', website, 'logo', logo)) from companies`,
  );
  const stored = new Map(rows.map(({ id, state }) => [id, state]));
  for (const thing of ledger.things) {
    const expected = stateOf(thing);
    const state: State = stored.get(thing.id ?? '') ?? { status: 'deleted' };
    stored.delete(thing.id ?? '');
    if (isDeepStrictEqual(state, 'text' in expected ? expected : { status: 'deleted' })) continue;
    const text = `${nameOf(thing)} is stored as ${describeState(state)} in place of ${describeState(expected)}`;
    ledger.complaints.push({ kind: 'lost', text });
  }
  for (const [id, state] of stored) {
    const text = `${id} is stored, and was never sent or was not done: ${describeState(state)}`;
    ledger.complaints.push({ kind: 'half-made', text });
  }
}

/** Holds the trail against the ledger: all that was acknowledged is in it, in order, and nothing else. */
export async function checkTrail(ledger: Ledger, database: pg.Client): Promise<void> {
  const { rows } = await database.query<{ thing_id: string; told: string[] }>(
    `select thing_id, array_agg(
       coalesce(after ->> 'title', after ->> 'name', '') || case when after ->> 'closed_at' is null then '' else ' closed' end
       order by id) as told
     from audit_events where kind in ('job', 'company') group by 1`,
  );
  const trails = new Map(rows.map(({ thing_id, told }) => [thing_id, told]));
  for (const thing of ledger.things) {
    const expected = writesOf(thing).map(asTold);
    const told = trails.get(thing.id ?? '') ?? [];
    trails.delete(thing.id ?? '');
    if (isDeepStrictEqual(told, expected)) continue;
    const kind = told.length < expected.length ? 'lost' : 'half-made';
    const text = `the trail of ${nameOf(thing)} tells “${told}” in place of “${expected}”`;
    ledger.complaints.push({ kind, text });
  }
  for (const [id, told] of trails) {
    const text = `the trail tells of ${id}, which was never sent or was not done: ${told}`;
    ledger.complaints.push({ kind: 'half-made', text });
  }
}

function writesOf({ history }: Thing): State[] {
  return history.slice(1).flatMap(({ after, fate }) => (fate === 'done' ? [after] : []));
}

function asTold(state: State): string {
  if (!('text' in state)) return '';
  return titleIn(state.text) + (state.status === 'closed' ? ' closed' : '');
}

/** Each known upload is a file; a file may be there before its row is. */
export async function knownUploads(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>('select name from uploads');
  return rows.map(({ name }) => `/uploads/${name}`);
}
