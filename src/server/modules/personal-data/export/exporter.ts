import { and, eq, lt, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '#server/db/client.ts';
import { data_export_parts, data_exports } from '#server/db/personal-tables.ts';
import { lockAccounts } from '#server/modules/accounts/queries.ts';
import { EXPORT_HOURS } from '#shared/domain/personal-data.ts';
import { findPerson } from '../queries.ts';
import { collectData } from './collect-data.ts';

/** The length after which a part of an export ends (UTF-16 code units). */
const PART_LENGTH = 256 * 1024;

/**
 * How long an export may be prepared (minutes). After this time, it counts as failed, because its process has ended.
 */
const ABANDONED_MINUTES = 10;

const isAbandoned = sql<boolean>`${data_exports.requested_at} < now() - make_interval(mins => ${ABANDONED_MINUTES})`;

/** Reads the export of a person. An abandoned export counts as failed, and an expired one as missing. */
export async function findExport(db: Database, accountId: string) {
  const [row] = await db
    .select({
      id: data_exports.id,
      state: sql<'preparing' | 'ready' | 'failed'>`case
        when ${data_exports.state} = 'preparing' and ${isAbandoned} then 'failed'
        else ${data_exports.state} end`,
      expires: data_exports.expires_at,
      parts: sql<number>`(select count(*)::integer from ${data_export_parts} part where part.export_id = ${data_exports}.id)`,
    })
    .from(data_exports)
    .where(
      and(
        eq(data_exports.account_id, accountId),
        sql`coalesce(${data_exports.expires_at} > now(), true)`,
      ),
    );
  return row;
}

/** Reads a part of a ready export. The first part has the number 1. */
export async function findExportPart(
  db: Database,
  accountId: string,
  number: number,
): Promise<string | undefined> {
  const [row] = await db
    .select({ content: data_export_parts.content })
    .from(data_export_parts)
    .innerJoin(data_exports, eq(data_exports.id, data_export_parts.export_id))
    .where(
      and(
        eq(data_exports.account_id, accountId),
        eq(data_exports.state, 'ready'),
        sql`${data_exports.expires_at} > now()`,
        eq(data_export_parts.number, number),
      ),
    );
  return row?.content;
}

export async function deleteExpiredExports(db: Database): Promise<void> {
  await db.delete(data_exports).where(lt(data_exports.expires_at, sql`now()`));
}

export type Exporter = {
  /** Begins an export, unless one of this person is already being prepared. */
  request(accountId: string): Promise<void>;
  /** Ends the export that is being prepared, which then counts as failed. */
  stop(): Promise<void>;
};

type Options = { db: Database; origin: string; logger: FastifyBaseLogger };

/**
 * Makes exports in the background, one after another, so that they use only one connection of each process. They need
 * no retries: a person whose export has failed can request another one.
 */
export function createExporter({ db, origin, logger }: Options): Exporter {
  const stopping = new AbortController();
  let pending = Promise.resolve();

  async function prepare(id: string, accountId: string): Promise<void> {
    try {
      stopping.signal.throwIfAborted();
      await db.transaction(
        async (tx) => {
          const person = await findPerson(tx, accountId);
          if (!person) return;
          const about = { site: origin, made: new Date().toISOString(), account: accountId };
          await storeParts(id, collectData(tx, person, about));
        },
        { isolationLevel: 'repeatable read', accessMode: 'read only' },
      );
      await finish(id, {
        state: 'ready',
        expires_at: sql`now() + make_interval(hours => ${EXPORT_HOURS})`,
      });
    } catch (error) {
      logger.warn({ err: error }, 'Export of personal data failed; the person can try again');
      await finish(id, { state: 'failed' }).catch((cause: unknown) => {
        logger.warn({ err: cause }, 'Failed export not marked; it counts as failed in minutes');
      });
    }
  }

  async function storeParts(export_id: string, pieces: AsyncIterable<string>): Promise<void> {
    let content = '';
    let number = 0;
    const store = async () => {
      number += 1;
      await db.insert(data_export_parts).values({ export_id, number, content });
      content = '';
    };
    for await (const piece of pieces) {
      stopping.signal.throwIfAborted();
      content += piece;
      if (content.length >= PART_LENGTH) await store();
    }
    if (content) await store();
  }

  async function finish(
    id: string,
    values: { state: 'ready' | 'failed'; expires_at?: ReturnType<typeof sql> },
  ) {
    await db
      .update(data_exports)
      .set(values)
      .where(and(eq(data_exports.id, id), eq(data_exports.state, 'preparing')));
    if (values.state === 'failed') {
      await db.delete(data_export_parts).where(eq(data_export_parts.export_id, id));
    }
  }

  return {
    async request(accountId) {
      const id = uuidv7();
      const isNew = await db.transaction(async (tx) => {
        await lockAccounts(tx, [accountId]);
        const earlier = await findExport(tx, accountId);
        if (earlier?.state === 'preparing') return false;
        await tx.delete(data_exports).where(eq(data_exports.account_id, accountId));
        await tx.insert(data_exports).values({ id, account_id: accountId });
        return true;
      });
      if (isNew) pending = pending.then(() => prepare(id, accountId));
    },
    async stop() {
      stopping.abort();
      await pending;
    },
  };
}
