import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { AUDIT_ACTORS, AUDITED_KINDS } from '#shared/domain/audit.ts';
import { blocksRead } from '#tests/support/blocks-read.ts';
import { createAccount } from '#tests/support/factories.ts';
import { setUpTestBoard } from '#tests/support/test-app.ts';
import { actorsOf, type EventFilters, findActorKeys, listEvents } from './events.ts';

const board = setUpTestBoard();

/** The number of events in the audit trail. Reading all of them takes several times `MAX_BLOCKS`. */
const EVENTS = 40_000;
/** The maximum number of blocks of the database that a page of 50 events reads. */
const MAX_BLOCKS = 1_700;

/** The key of a person. */
let person: string;
const THING = '00000007-0000-4000-8000-000000000000';

beforeAll(async () => {
  const { id } = await createAccount(board.db);
  [person = ''] = await findActorKeys(board.db, id);
  // Add events of jobs that an import and people changed, and events of a few rows of other kinds. The newest events
  // are of one kind and actor.
  await board.db.execute(sql`
    insert into audit_events (at, actor, action, kind, thing_id, before, after)
    select now() - (${EVENTS} - number) * interval '10 minutes',
      case when number > ${EVENTS} - 5000 or number % 3 > 0 then 'npm run import'
        when number % 50 = 0 then ${person} else 'actor-' || gen_random_uuid() end,
      case when number > ${EVENTS} - 5000 then 'update'
        else (array['create', 'update', 'delete'])[1 + number % 3] end,
      case when number < ${EVENTS} - 5000 and number % 1000 = 0 then 'company'
        when number < ${EVENTS} - 5000 and number % 999 = 0 then 'draft' else 'job' end,
      lpad(to_hex(number % 500), 8, '0') || '-0000-4000-8000-000000000000',
      row, row
    from generate_series(1, ${EVENTS}) as number,
      lateral (select jsonb_build_object('title', 'Weaver ' || number, 'text', repeat(md5(number::text), 10)) as row)`);
  await board.db.execute(sql`analyze audit_events`);
});

/** Returns how many blocks the query of the list reads. */
const read = (filters: EventFilters) =>
  blocksRead(board.databaseUrl, '"audit_events"', () =>
    listEvents(board.db, filters, { limit: 50 }),
  );

const OLD = '2026-01-01';

describe('a page of the list reads a few blocks, however many events there are', () => {
  test.each<[string, EventFilters]>([
    ['without filters', {}],
    ['with each merge as one event', { isGrouped: true }],
    ...AUDITED_KINDS.map((kind): [string, EventFilters] => [`of the kind ${kind}`, { kind }]),
    ['of deletions', { action: 'delete' }],
    ...AUDIT_ACTORS.map((by): [string, EventFilters] => [`by ${by}`, { by: actorsOf(by) }]),
    ['by people, of deleted drafts', { by: 'people', kind: 'draft', action: 'delete' }],
    ['until a day in the past', { to: OLD }],
    ['since a day to come', { from: '2999-01-01' }],
    ['of a row', { thing: THING }],
    ['of a row, by people', { thing: THING, by: 'people' }],
    ['of an unknown row', { thing: 'unknown' }],
  ])('%s', async (_, filters) => {
    expect(await read(filters)).toBeLessThan(MAX_BLOCKS);
  });

  test('a page of events about a person reads a few blocks', async () => {
    const about = [person];
    for (const by of [undefined, 'people'] as const) {
      expect(await read({ about, by })).toBeLessThan(MAX_BLOCKS);
    }
  });

  test('reading all events would take more than twice the maximum number of blocks', async () => {
    const { rows } = await board.db.execute<{ blocks: string }>(
      sql`select pg_relation_size('audit_events') / 8192 as blocks`,
    );
    expect(Number(rows[0]?.blocks)).toBeGreaterThan(2 * MAX_BLOCKS);
  });
});
