import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { inBatches } from '#server/http/api/csv.ts';
import { decodeCursor, pageOf } from '#server/http/api/cursor.ts';
import { notFound, ProblemError } from '#server/http/api/problem.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import { lockCaller } from '#server/modules/accounts/queries.ts';
import type { AuditActors } from '#shared/domain/audit.ts';
import {
  actorsOf,
  type EventFilters,
  findActorKeys,
  findEvent,
  listEvents,
  listWholeEvents,
  type WholeEventRow,
} from '../audit/events.ts';
import { NotRestoredError, restoreDeleted } from '../audit/restore.ts';
import {
  AUDIT_HEADER,
  eventCells,
  presentEvent,
  presentRestored,
  presentWholeEvent,
} from './presenter.ts';

type Query = Omit<EventFilters, 'by'> & {
  q?: string | undefined;
  by?: AuditActors | '' | undefined;
};

/** Whether the text is a time in microseconds, which is the key in the cursor of a list of events. */
const isPosition = (key: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(key) && !Number.isNaN(Date.parse(key));

const isEventId = (id: string) => /^[1-9]\d{0,14}$/.test(id);

const positionOf = ({ position, id }: { position: string; id: number }) => ({ position, id });

/** The endpoints with which site admins read the audit trail and undo deletions. */
export function auditRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  registerEndpoint(app, 'GET /api/admin/audit', async ({ query: { limit, cursor, ...query } }) => {
    const found = cursor ? decodeCursor(cursor, isPosition, isEventId) : undefined;
    const after = found && { position: found.key, id: Number(found.id) };
    const filters = await readFilters(db, query);
    // Who looks for a row or a kind of row sees each of its changes. Otherwise, a merge is one line.
    const isGrouped = !filters.thing && !filters.kind && !filters.action;
    const rows = await listEvents(db, { ...filters, isGrouped }, { limit: limit + 1, after });
    const { page, next } = pageOf(rows, limit, ({ position, id }) => ({
      key: position,
      id: String(id),
    }));
    return { results: page.map(presentEvent), ...(next && { next }) };
  });

  registerEndpoint(app, 'GET /api/admin/audit.csv', async ({ query }) => ({
    name: 'audit.csv',
    header: AUDIT_HEADER,
    rows: readRows(db, await readFilters(db, query)),
  }));

  registerEndpoint(app, 'GET /api/admin/audit/:id', async ({ params: { id } }) => {
    const row = isEventId(id) ? await findEvent(db, Number(id)) : undefined;
    if (!row) throw notFound('event');
    return presentWholeEvent(row);
  });

  registerEndpoint(app, 'POST /api/admin/audit/:id/restore', async ({ params, caller }) => {
    const id = Number(params.id);
    if (!isEventId(params.id) || !(await findEvent(db, id))) throw notFound('event');
    const permit = (tx: Database) => lockCaller(tx, caller.id, ['siteadmin']);
    try {
      return presentRestored(await restoreDeleted(db, id, { actor: caller.id, permit }));
    } catch (error) {
      if (!(error instanceof NotRestoredError)) throw error;
      throw new ProblemError(409, error.message);
    }
  });
}

/**
 * Converts the text that a site admin searches for to a filter: by the id of a row, by the id in a URL, or by a person.
 */
async function readFilters(db: Database, { q = '', by, ...filters }: Query): Promise<EventFilters> {
  const text = q.trim();
  const [id] = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/i.exec(text) ?? [];
  const keys = text ? await findActorKeys(db, text) : [];
  return {
    ...filters,
    by: by ? actorsOf(by) : undefined,
    ...(keys.length > 0 ? { about: keys } : text && { thing: id?.toLowerCase() ?? text }),
  };
}

/**
 * The number of events that are read from the database at a time. It is small, because each event has the row before
 * and after the change, with the whole description.
 */
const EVENTS_AT_ONCE = 100;

async function* readRows(db: Database, filters: EventFilters): AsyncGenerator<string[]> {
  const rows = inBatches<WholeEventRow>(
    ({ limit, after }) =>
      listWholeEvents(db, filters, { limit, after: after && positionOf(after) }),
    EVENTS_AT_ONCE,
  );
  for await (const row of rows) yield eventCells(row);
}
