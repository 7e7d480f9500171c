import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { runnerImport } from 'vite';
import { ROOT } from '../../scripts/build-if-stale.mjs';
import { BenchError } from '../load/processes.mjs';
import { withClient } from '../load/server.mjs';
import { makeBoard } from './board.mjs';

/**
 * How many slices of the search index are built at the same time. A small machine has this number of cores.
 */
const SLICES = 2;

/** The minimum length of a chunk of rows (characters). */
const CHUNK = 1 << 20;

/**
 * Session settings. Triggers are off, because they would write the audit trail and notify every server. A larger
 * write-ahead log avoids a checkpoint per gigabyte, which would write every page again.
 */
const SESSION = `set session_replication_role = replica; set synchronous_commit = off;
  set maintenance_work_mem = '1GB'`;
const LARGE_LOG = [`alter system set max_wal_size = '16GB'`, 'select pg_reload_conf()'];
const USUAL_LOG = ['alter system reset max_wal_size', 'select pg_reload_conf()'];

/**
 * Fills the empty tables of a board with synthetic jobs.
 * @param {string} url `postgres://…` of a superuser
 * @param {import('./board.mjs').Size} size
 * @param {import('../load/processes.mjs').Talk} talk
 * @throws {BenchError} if the tables are not empty
 */
export async function loadBoard(url, size, { say, signal }) {
  const started = Date.now();
  const tell = (/** @type {string} */ step) =>
    say(`${((Date.now() - started) / 1000).toFixed(0).padStart(5)} s  ${step}`);
  await withClient(url, async (client) => {
    await client.query(SESSION);
    const run = async (/** @type {string[]} */ statements) => {
      for (const statement of statements) await client.query(statement);
    };
    const copy = (/** @type {ReturnType<typeof copyOf>} */ { statement, rows }) =>
      pipeline(Readable.from(rows()), client.query(copyFrom(statement)), { signal });
    const { rows } = await client.query(
      'select exists (select from companies) or exists (select from jobs) as filled',
    );
    if (rows[0]?.filled) throw new BenchError('The database has jobs or companies already.');
    await run(LARGE_LOG);
    try {
      const board = makeBoard(size);
      const { companies, jobs } = boardCopies(board);
      tell(`Creating ${board.companyCount} companies`);
      await copy(companies);
      tell(`Creating ${board.rowCount} jobs, ${size.jobs} of them open`);
      // Build the indexes afterwards, which is faster than updating them for a million rows.
      const indexes = await client.query(`
        select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
        from pg_index
        where indrelid in ('jobs'::regclass, 'job_search'::regclass) and not indisprimary
          and not exists (select from pg_constraint where conindid = indexrelid)`);
      await run(indexes.rows.map(({ name }) => `drop index ${name}`));
      await copy(jobs);
      tell('Reading the facts');
      await copyTerms(client, board, copy);
      await fillFacts(client);
      tell('Filling the search index');
      await Promise.all(
        Array.from({ length: SLICES }, (_, slice) =>
          withClient(url, async (other) => {
            await other.query(SESSION);
            await other.query('select index_all_jobs($1, $2)', [slice, SLICES]);
          }),
        ),
      );
      await run(['select count_all_jobs()']);
      await markAsRendered(client);
      tell('Building the indexes');
      await run(indexes.rows.map(({ definition }) => definition));
      tell('Vacuuming');
      await run(['vacuum analyze', 'checkpoint']);
      tell('Done');
    } finally {
      await run(USUAL_LOG);
    }
  });
}

/**
 * The COPY statements for a board's tables, with their rows in chunks.
 * @param {import('./board.mjs').Board} board
 */
export function boardCopies({ companyCount, company, rowCount, job }) {
  return {
    companies: copyOf('companies', companyCount, (number) => {
      const row = company(number);
      return { ...row, updated_at: row.created_at };
    }),
    jobs: copyOf('jobs', rowCount, (number) => {
      const row = job(number);
      return { ...row, updated_at: row.closed_at ?? row.date };
    }),
  };
}

/**
 * @param {string} table
 * @param {number} count
 * @param {(number: number) => object} row its keys are the columns
 */
function copyOf(table, count, row) {
  return {
    statement: `copy ${table} (${Object.keys(row(0)).join(', ')}) from stdin`,
    *rows() {
      let chunk = '';
      for (let number = 0; number < count; number++) {
        chunk += `${Object.values(row(number)).map(copyText).join('\t')}\n`;
        if (chunk.length < CHUNK && number < count - 1) continue;
        yield chunk;
        chunk = '';
      }
    },
  };
}

/** @type {Record<string, string>} */
const ESCAPES = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * Formats a value for COPY: https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS
 * @param {unknown} value
 */
export function copyText(value) {
  if (value === null) return '\\N';
  return String(value).replace(/[\\\n\r\t]/g, (special) => ESCAPES[special] ?? special);
}

/**
 * Stores HTML for all jobs that is outdated, because its digest is impossible. A server replaces it when the job is read
 * for the first time. Missing HTML of all jobs would be rendered in the background during the measurements.
 * @param {import('pg').Client} client
 */
async function markAsRendered(client) {
  /** @type {{ module: typeof import('#server/content/markdown/render-html.ts') }} */
  const { module } = await runnerImport(join(ROOT, 'src/server/content/markdown/render-html.ts'));
  await client.query(
    `insert into job_html (id, renderer, digest, html) select id, $1, '', '' from jobs`,
    [module.RENDERER_VERSION],
  );
}

/** The columns of a synthetic job that its generator leaves empty. */
const UNSTATED = {
  id: '',
  company_id: '',
  title: '',
  description: '',
  more_places: null,
  addresses: null,
  workplace: null,
  employment: null,
};

const NO_PAY = {
  salary: /** @type {const} */ (''),
  pay_minimum: null,
  pay_maximum: null,
  pay_currency: null,
  pay_unit: null,
};

/** SQL for a key that is equal for jobs with the same pay. */
const PAY = `concat_ws(' ', salary, pay_minimum, pay_maximum, pay_currency, pay_unit)`;

/**
 * Stores the terms of titles and skills in a temporary table. Reads each distinct title and line only once, because
 * many synthetic jobs share them.
 * @param {import('pg').Client} client
 * @param {import('./board.mjs').Board} board
 * @param {(copied: ReturnType<typeof copyOf>) => Promise<void>} copy
 */
async function copyTerms(client, { rowCount, job }, copy) {
  /** @type {{ module: typeof import('#server/modules/facts/search-terms.ts') }} */
  const { module } = await runnerImport(join(ROOT, 'src/server/modules/facts/search-terms.ts'));
  /** @type {{ module: typeof import('#server/content/dictionary/sections.ts') }} */
  const requirements = await runnerImport(join(ROOT, 'src/server/content/dictionary/sections.ts'));
  /** @type {{ module: typeof import('#server/content/dictionary/read-skills.ts') }} */
  const { module: reader } = await runnerImport(
    join(ROOT, 'src/server/content/dictionary/read-skills.ts'),
  );
  const { dictionary, labelOf } = await readDictionary();
  const labels = new Map(
    dictionary.groups.map((group) => [group.spellings[0]?.text ?? '', labelOf(group)]),
  );
  const ofTitle = cached((title) => [
    ...module.titleTerms(title),
    ...module.skillTerms(reader.readSkills({ title, description: '' })),
  ]);
  const ofLine = cached((line) =>
    module.skillTerms(reader.readSkills({ title: '', description: line })),
  );
  const linesOf = (/** @type {string} */ text) => text.split('\n').flatMap((line) => ofLine(line));
  await client.query('create temporary table text_terms (id uuid, terms text[], skills jsonb)');
  await copy(
    copyOf('text_terms', rowCount, (number) => {
      const { id, title, description } = job(number);
      const required = linesOf(requirements.module.requirementsOf(description));
      const terms = new Set([
        ...ofTitle(title),
        ...linesOf(description),
        ...required.map((term) => term.replace(/^\$(?!!)/, '$!')),
      ]);
      const skills = [...terms].flatMap((term) => {
        const name = /^\$(?!!)/.test(term) && labels.get(term.slice(1));
        const part = terms.has(`$!${term.slice(1)}`) ? 'requirements' : 'description';
        return name ? [{ name, part }] : [];
      });
      return { id, terms: arrayText([...terms]), skills: JSON.stringify(skills) };
    }),
  );
}

async function readDictionary() {
  /** @type {{ module: typeof import('#server/content/dictionary/job-dictionary.ts') }} */
  const { module } = await runnerImport(
    join(ROOT, 'src/server/content/dictionary/job-dictionary.ts'),
  );
  /** @type {{ module: typeof import('#server/content/dictionary/spelling-groups.ts') }} */
  const groups = await runnerImport(join(ROOT, 'src/server/content/dictionary/spelling-groups.ts'));
  return { dictionary: module.jobDictionary(), labelOf: groups.module.labelOf };
}

/** The maximum number of results that `cached` stores. */
const MAX_CACHED = 500_000;

/** @param {(text: string) => string[]} read */
function cached(read) {
  /** @type {Map<string, string[]>} */
  const values = new Map();
  return (/** @type {string} */ text) => {
    const known = values.get(text);
    if (known) return known;
    const value = read(text);
    if (values.size < MAX_CACHED) values.set(text, value);
    return value;
  };
}

/** Formats an array for PostgreSQL. @param {string[]} texts */
function arrayText(texts) {
  return `{${texts.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/**
 * Fills the facts of all jobs. No two synthetic jobs have the same description, so each job is a separate group.
 *
 * Reads facts only once for each type and location, and once for each pay, because many synthetic jobs share them.
 * @param {import('pg').Client} client
 */
async function fillFacts(client) {
  /** @type {{ module: typeof import('#server/modules/facts/read-facts.ts') }} */
  const { module } = await runnerImport(join(ROOT, 'src/server/modules/facts/read-facts.ts'));
  /** @type {{ module: typeof import('#server/content/pay/exchange-rates.ts') }} */
  const rates = await runnerImport(join(ROOT, 'src/server/content/pay/exchange-rates.ts'));
  const { dictionary } = await readDictionary();
  const read = (/** @type {Parameters<typeof module.readFacts>[0]} */ job) =>
    module.readFacts(job, rates.module.DEFAULT_RATES);
  const kinds = await client.query('select distinct type, location from jobs');
  const facts = kinds.rows.map(({ type, location }) => ({
    type,
    location,
    ...read({ ...UNSTATED, ...NO_PAY, type, location }),
  }));
  const pays = await client.query(
    `select distinct on (${PAY}) ${PAY} as key, salary, pay_minimum, pay_maximum, pay_currency, pay_unit
      from jobs`,
  );
  const payFacts = pays.rows.map(({ key, ...pay }) => {
    const { terms, ...of } = read({ ...UNSTATED, ...pay, type: 'Full-Time', location: '' });
    return { ...of, key, ranges: terms.filter((term) => term.startsWith(':')) };
  });
  await client.query(
    `insert into job_facts (
        job_id, reader, digest, places, workplace, employment, level, eligibility,
        pay, salary, salaries, reach, middle, skills, dictionary, group_id, terms
      )
      select id, $1, '', facts.places, facts.workplace, facts.employment,
        (select substr(term, 2) from unnest(texts.terms) as term where term like '*%' limit 1), facts.eligibility,
        pays.pay, pays.salary, pays.salaries, pays.reach, pays.middle,
        texts.skills, $4, md5(id::text)::uuid, facts.terms || pays.ranges || texts.terms
      from jobs join text_terms as texts using (id) join jsonb_to_recordset($2::jsonb) as facts (
        type text, location text, places jsonb, workplace text, employment text, eligibility jsonb,
        terms text[]
      ) using (type, location)
      join jsonb_to_recordset($3::jsonb) as pays (
        key text, pay jsonb, salary text, salaries integer, reach integer, middle integer, ranges text[]
      ) on key = ${PAY.replace('salary', 'jobs.salary')}`,
    [module.READER_VERSION, JSON.stringify(facts), JSON.stringify(payFacts), dictionary.digest],
  );
}
