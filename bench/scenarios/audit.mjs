import { markdownTable } from 'markdown-table';
import { createClient, createRecord } from '../load/requests.mjs';
import { databaseUrl, withClient, withProduct } from '../load/server.mjs';
import { siteAdminToken } from '../load/site-admin.mjs';
import { count, ms } from '../report/figures.mjs';

/** How often each list is requested, each time with different filter values. */
const ROUNDS = 100;

/** The number of people who made changes. */
const PEOPLE = 2_000;

const KINDS = [
  'job',
  'company',
  'account',
  'membership',
  'mail',
  'draft',
  'report',
  'claim',
  'source',
];
const ACTIONS = ['create', 'update', 'delete'];
const BY = ['people', 'imports', 'tasks', 'commands', 'outside'];

/**
 * SQL: adds events of the last two years. Most are changes of jobs by imports, as on a board whose jobs come from
 * sources. The triggers, which replace account ids by random keys, are off, because these events already contain the
 * keys.
 * @param {number} events
 */
const addEvents = (events) => `
  set session_replication_role = replica;
  insert into accounts (id, name, email, verified_email, role)
    select 'synthetic|' || number, 'Person ' || number, 'person' || number || '@example.com',
      'person' || number || '@example.com', 'user'
    from generate_series(1, ${PEOPLE}) number;
  insert into actors (account_id) select id from accounts where id like 'synthetic|%';
  insert into audit_events (at, actor, action, kind, thing_id, before, after)
  select
    now() - (${events} - number) * interval '730 days' / ${events},
    case when pick < 60 then 'source' when pick < 65 then 'npm run import' when pick < 70 then 'last day'
      when pick < 71 then '' else people.keys[1 + number % ${PEOPLE}] end,
    (array['update', 'create', 'update', 'delete'])[1 + number % 4],
    (array['job', '${KINDS.join("', '")}'])[case when number % 100 < 85 then 1 else 2 + number % 9 end],
    '00000000-0000-7000-8000-' || lpad(to_hex(number / 5), 12, '0'),
    case when number % 4 <> 1 then row end,
    case when number % 4 <> 3 then row || jsonb_build_object('location', 'Bergen', 'version', number) end
  from generate_series(1, ${events}) number
  cross join lateral (select number % 100 * 37 % 100 as pick) picked
  cross join lateral (select jsonb_build_object('title', 'Weaver ' || number, 'location', 'Oslo',
    'description', repeat('Weave wool on the loom. ', 40), 'version', number - 1) as row) made
  cross join (select array_agg(key) as keys from actors where account_id like 'synthetic|%') people;
  reset session_replication_role;
  analyze;`;

/** @typedef {Record<string, string>} Query */

/**
 * The measured lists, each with its filters. The number of the request makes the filter values differ.
 * @type {Record<string, (number: number) => Query>}
 */
const LISTS = {
  'all events': () => ({}),
  kind: (number) => ({ kind: pick(KINDS, number) }),
  action: (number) => ({ action: pick(ACTIONS, number) }),
  'who made the change': (number) => ({ by: pick(BY, number) }),
  'a period': (number) => period(number),
  'a changed row': (number) => ({
    q: `00000000-0000-7000-8000-${(number * 997).toString(16).padStart(12, '0')}`,
  }),
  'a person': (number) => ({ q: `person${1 + (number % PEOPLE)}@example.com` }),
  'kind, action and who': (number) => ({
    kind: pick(KINDS, number),
    action: pick(ACTIONS, number >> 1),
    by: pick(BY, number >> 2),
  }),
  'kind and who in a period': (number) => ({
    kind: pick(KINDS, number),
    by: pick(BY, number >> 1),
    ...period(number),
  }),
  'a person, kind and period': (number) => ({
    q: `person${1 + (number % PEOPLE)}@example.com`,
    kind: pick(KINDS, number),
    ...period(number),
  }),
};

/**
 * Measures each list of the audit trail: its first page, and a page after a cursor.
 * @param {string} folder
 * @param {number} events
 * @param {import('../load/processes.mjs').Talk} talk
 * @returns {Promise<string>} the report
 */
export async function measureAudit(folder, events, { say, signal }) {
  return withProduct(folder, { DEMO_DATA: 'true' }, signal, async (product) => {
    const token = await siteAdminToken(product);
    say(`Adding ${count(events)} events…`);
    await withClient(await databaseUrl(folder), (client) => client.query(addEvents(events)));
    const client = createClient(product.origin, {
      maxSockets: 1,
      headers: { authorization: `Bearer ${token}` },
    });
    const read = async (/** @type {Query} */ query) =>
      client.sendOk(`/api/admin/audit?${new URLSearchParams(query)}`);
    for (let number = 0; number < ROUNDS; number++) await read({});
    const rows = [];
    for (const [name, queryOf] of Object.entries(LISTS)) {
      signal.throwIfAborted();
      say(`Measuring: ${name}…`);
      const [first, second] = [createRecord(), createRecord()];
      for (let number = 0; number < ROUNDS; number++) {
        const query = queryOf(number);
        const response = await read(query);
        first.add(response);
        const { next } = JSON.parse(response.body.toString());
        if (next) second.add(await read({ ...query, cursor: next }));
      }
      rows.push([name, ...[first, second].flatMap((record) => figures(record.summary()))]);
    }
    client.close();
    const head = ['List', 'p50', 'p99', 'next page p50', 'p99'];
    return `\n${markdownTable([head, ...rows], { align: ['l', 'r', 'r', 'r', 'r'] })}\n`;
  });
}

/** @param {{ requests: number, p50: number, p99: number }} summary */
const figures = ({ requests, p50, p99 }) => (requests > 0 ? [ms(p50), ms(p99)] : ['', '']);

/**
 * @template Value
 * @param {Value[]} values
 * @param {number} number
 * @returns {Value}
 */
function pick(values, number) {
  const value = values[number % values.length];
  if (value === undefined) throw new RangeError('there are no values');
  return value;
}

/** A period of a month within the last two years. @param {number} number @returns {Query} */
function period(number) {
  const day = (/** @type {number} */ ago) =>
    new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const start = 30 + ((number * 17) % 690);
  return { from: day(start), to: day(start - 30) };
}
