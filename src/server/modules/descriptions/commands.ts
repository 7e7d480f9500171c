import { createHash } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { RENDERER_VERSION, renderHtml } from '#server/content/markdown/render-html.ts';
import { ADVISORY_LOCKS } from '#server/db/advisory-locks.ts';
import type { Database } from '#server/db/client.ts';
import {
  DESCRIBED,
  type Described,
  listOutdated,
  listUnrendered,
  type ToRender,
} from './queries.ts';

type Rendered = ToRender & { html: string };

/** Renders a description and stores its HTML. Call this in the transaction that writes the row, after the write. */
export async function storeHtml(db: Database, kind: Described, row: ToRender): Promise<void> {
  await store(db, kind, [{ ...row, html: renderHtml(row.description) }]);
}

/**
 * Stores HTML without waiting for locks. Skips rows that are being deleted or changed. Also skips rows whose HTML a
 * newer version of this program has rendered.
 */
async function store(db: Database, kind: Described, rendered: Rendered[]): Promise<void> {
  const { rows, html } = DESCRIBED[kind];
  const digests = rendered.map(({ description }) =>
    createHash('sha256').update(description).digest('hex'),
  );
  await db.execute(sql`
    insert into ${html} (id, renderer, digest, html)
    select given.id, ${RENDERER_VERSION}, given.digest, given.html
    from unnest(
      ${sql.param(rendered.map(({ id }) => id))}::uuid[], ${sql.param(digests)}::text[],
      ${sql.param(rendered.map((row) => row.html))}::text[]
    ) as given (id, digest, html) join ${rows} on ${rows.id} = given.id
    order by given.id
    for key share of ${rows} skip locked
    on conflict (id) do update
      set renderer = excluded.renderer, digest = excluded.digest, html = excluded.html
      where ${html.renderer} <= excluded.renderer
        and (${html.renderer}, ${html.digest}) is distinct from (excluded.renderer, excluded.digest)`);
}

/** A row that `htmlOrMarkdown` selects. */
type Selected = { id: string; description: string | null; is_html: boolean };

/** Renders the rows whose descriptions are still Markdown, and stores their HTML. Returns all rows with HTML. */
export type RenderRows = <Row extends Selected>(kind: Described, rows: Row[]) => Promise<Row[]>;

/**
 * Returns a function that renders missing or outdated HTML of rows before a response contains them. Each row is
 * rendered in its own turn of the event loop, so that other requests are not delayed. The HTML is stored in the
 * background.
 */
export function renderRows(
  app: FastifyInstance,
  { db, log }: { db: Database; log: FastifyBaseLogger },
): RenderRows {
  let storing: Promise<void> | undefined;
  app.addHook('onClose', async () => storing);

  /**
   * Stores one batch at a time. HTML that is rendered while a batch is being stored is not stored; a later read or the
   * scheduled task will store it.
   */
  function keep(kind: Described, rendered: Rendered[]): void {
    if (storing || rendered.length === 0) return;
    storing = store(db, kind, rendered)
      .catch((error: unknown) => log.warn({ err: error }, 'Rendered descriptions not stored'))
      .finally(() => {
        storing = undefined;
      });
  }

  return async (kind, rows) => {
    const rendered: Rendered[] = [];
    const whole: typeof rows = [];
    for (const row of rows) {
      const { id, description, is_html } = row;
      if (is_html || description === null) {
        whole.push(row);
        continue;
      }
      if (rendered.length > 0) await nextTurn();
      const html = renderHtml(description);
      rendered.push({ id, description, html });
      whole.push({ ...row, description: html, is_html: true });
    }
    keep(kind, rendered);
    return whole;
  };
}

const NIL_ID = '00000000-0000-0000-0000-000000000000';

/** The number of rows that are read, rendered and written at a time. */
const BATCH = 50;

/**
 * Renders and stores all missing or outdated HTML, which exists after an upgrade, a restore or an import. Only one
 * process does this at a time.
 * @param signal ends the rendering; if it is given, a pause as long as the batch took follows each batch
 * @returns the number of rendered descriptions
 */
export async function renderMissing(db: Database, signal?: AbortSignal): Promise<number> {
  let count = 0;
  for (const kind of ['company', 'job'] as const) {
    let after = NIL_ID;
    const next = async (tx: Database) => {
      const missing = await listUnrendered(tx, kind, { after, limit: BATCH });
      after = missing.at(-1)?.id ?? after;
      return missing.length > 0 ? missing : listOutdated(tx, kind, BATCH);
    };
    for (;;) {
      const start = performance.now();
      const rendered = await db.transaction((tx) => renderBatch(tx, kind, next, signal));
      count += rendered;
      if (rendered === 0 || signal?.aborted) break;
      if (signal) await pause(performance.now() - start);
    }
  }
  return count;
}

async function renderBatch(
  tx: Database,
  kind: Described,
  next: (tx: Database) => Promise<ToRender[]>,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { rows: locks } = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.descriptions}) as free`,
  );
  if (!locks[0]?.free) return 0;
  const rendered: Rendered[] = [];
  for (const row of await next(tx)) {
    if (signal?.aborted) break;
    rendered.push({ ...row, html: renderHtml(row.description) });
    await nextTurn();
  }
  if (rendered.length > 0) await store(tx, kind, rendered);
  return rendered.length;
}
