import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { describeEntity, type Entity, type Ledger, type State, stateOf } from './ledger.ts';
import { titleIn } from './random-content.ts';
import { describeState } from './read-state.ts';

/** Invariants of the database. Each query returns one row for each violation. */
const RULES = {
  'the search index differs from the jobs': `
    select coalesce(open.id, job_search.job_id)::text as violation
    from (select id, searchable(jobs) as found from jobs where closed_at is null) open
    full join job_search on job_search.job_id = open.id
    where open.found::text is distinct from job_search::text`,
  'the audit trail differs from the rows': `
    with last as (
      select distinct on (kind, thing_id) kind, thing_id, after
      from audit_events where kind in ('job', 'company') order by kind, thing_id, id desc
    ), entities as (
      select 'job' as kind, id::text as thing_id, to_jsonb(jobs) as stored from jobs
      union all select 'company', id::text, to_jsonb(companies) from companies
    )
    select kind || ' ' || thing_id as violation from entities full join last using (kind, thing_id)
    where stored is distinct from after`,
  'the audit trail has a gap': `
    select kind || ' ' || thing_id || ' at ' || id as violation from (
      select id, kind, thing_id, action, before, after, lag(after) over history as former,
        row_number() over history as number
      from audit_events where kind in ('job', 'company')
      window history as (partition by kind, thing_id order by id)
    ) events
    where before is distinct from former or (number = 1) <> (action = 'create')
      or (after ->> 'version')::bigint <> number`,
  'a change has no actor': `
    select id::text as violation from audit_events where kind in ('job', 'company') and actor = ''`,
  'a job was created twice': `
    select after ->> 'title' as violation from audit_events
    where kind = 'job' and action = 'create' group by 1 having count(*) > 1`,
  'an idempotency key names nothing that was created': `
    select key as violation from idempotency_keys
    where thing_id::text not in (select thing_id from audit_events where action = 'create')`,
  'the stored counts are wrong': `
    with stored_counts as (
      select company_id, type, salary, salaries, sum(jobs) as jobs
      from (table job_counts union all table job_count_changes) all_counts group by 1, 2, 3, 4
    ), counted as (
      select whose as company_id, type::text, salary::text, salaries, count(*) as jobs
      from job_search, unnest(array[company_id, '00000000-0000-0000-0000-000000000000']) as whose
      group by 1, 2, 3, 4
    )
    select company_id || ' ' || type || ' ' || salary as violation
    from stored_counts full join counted using (company_id, type, salary, salaries)
    where coalesce(stored_counts.jobs, 0) <> coalesce(counted.jobs, 0)`,
  'the stored keys of companies are wrong': `
    select key as violation from company_keys full join (
      select key, count(*) as companies from companies, keys_of_company(name, website) as key group by 1
    ) counted using (key)
    where company_keys.companies is distinct from counted.companies`,
  'the stored counts of places are wrong': `
    with stored_counts as (
      select place, sum(jobs) as jobs
      from (table place_counts union all table place_count_changes) all_counts group by 1
    ), counted as (
      select place, count(*) as jobs
      from jobs, places_of(concat_ws('; ', location, more_places)) as place
      where closed_at is null group by 1
    )
    select place as violation from stored_counts full join counted using (place)
    where coalesce(stored_counts.jobs, 0) <> coalesce(counted.jobs, 0)`,
  'a company has a logo without an upload': `
    select id::text as violation from companies
    where logo like '/uploads/%' and substr(logo, 10) not in (select name from uploads)`,
};

/** Checks the invariants of the database. */
export async function checkRows(ledger: Ledger, database: pg.Client): Promise<void> {
  for (const [rule, sql] of Object.entries(RULES)) {
    const { rows } = await database.query<{ violation: string }>(sql);
    for (const { violation } of rows) {
      ledger.violations.push({ kind: 'partial', text: `${rule}: ${violation}` });
    }
  }
}

/** Compares the rows with the ledger. Each row must have the acknowledged values and version. */
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
  for (const entity of ledger.entities) {
    const expected = stateOf(entity);
    const state: State = stored.get(entity.id ?? '') ?? { status: 'deleted' };
    stored.delete(entity.id ?? '');
    if (isDeepStrictEqual(state, 'text' in expected ? expected : { status: 'deleted' })) continue;
    const text = `${describeEntity(entity)} is stored as ${describeState(state)} instead of ${describeState(expected)}`;
    ledger.violations.push({ kind: 'lost', text });
  }
  for (const [id, state] of stored) {
    const text = `${id} is stored but was never sent or was rejected: ${describeState(state)}`;
    ledger.violations.push({ kind: 'partial', text });
  }
}

/** Compares the audit trail with the ledger. The trail must contain exactly the acknowledged writes, in order. */
export async function checkTrail(ledger: Ledger, database: pg.Client): Promise<void> {
  const { rows } = await database.query<{ thing_id: string; titles: string[] }>(
    `select thing_id, array_agg(
       coalesce(after ->> 'title', after ->> 'name', '') || case when after ->> 'closed_at' is null then '' else ' closed' end
       order by id) as titles
     from audit_events where kind in ('job', 'company') group by 1`,
  );
  const trails = new Map(rows.map(({ thing_id, titles }) => [thing_id, titles]));
  for (const entity of ledger.entities) {
    const expected = appliedStates(entity).map(expectedTitle);
    const titles = trails.get(entity.id ?? '') ?? [];
    trails.delete(entity.id ?? '');
    if (isDeepStrictEqual(titles, expected)) continue;
    const kind = titles.length < expected.length ? 'lost' : 'partial';
    const text = `the audit trail of ${describeEntity(entity)} is “${titles}” instead of “${expected}”`;
    ledger.violations.push({ kind, text });
  }
  for (const [id, titles] of trails) {
    const text = `the audit trail has ${id}, which was never sent or was rejected: ${titles}`;
    ledger.violations.push({ kind: 'partial', text });
  }
}

function appliedStates({ history }: Entity): State[] {
  return history.slice(1).flatMap(({ after, outcome }) => (outcome === 'applied' ? [after] : []));
}

function expectedTitle(state: State): string {
  if (!('text' in state)) return '';
  return titleIn(state.text) + (state.status === 'closed' ? ' closed' : '');
}

/** The uploads that have a row. Each of them must have a file; a file may exist before its row. */
export async function storedUploads(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>('select name from uploads');
  return rows.map(({ name }) => `/uploads/${name}`);
}
