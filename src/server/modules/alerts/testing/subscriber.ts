import { asc, eq, sql } from 'drizzle-orm';
import { alert_matches, alert_searches, alerts } from '#server/db/alert-tables.ts';
import { mails } from '#server/db/mail-tables.ts';
import { createJob } from '#tests/support/factories.ts';
import type { setUpTestBoard } from '#tests/support/test-app.ts';

type Form = Record<string, string | string[]>;

/** What people do who get alerts by email, and what the board does for them. */
export function subscriberOf(board: ReturnType<typeof setUpTestBoard>) {
  const mailsTo = (address = 'ada@example.com') =>
    board.db
      .select()
      .from(mails)
      .where(eq(mails.to_address, address))
      .orderBy(asc(mails.created_at), asc(mails.id));

  async function lastMail(address?: string) {
    const mail = (await mailsTo(address)).at(-1);
    if (!mail?.content) throw new Error('no mail');
    return mail.content;
  }

  /** Opens a page, or sends a form there. */
  async function open(path: string, form?: Form) {
    const fields = Object.entries(form ?? {}).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    );
    const response = await board.app.inject({
      method: form ? 'POST' : 'GET',
      url: path,
      ...(form && {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      }),
    });
    return { status: response.statusCode, html: response.body };
  }

  const subscribe = (values: object = {}) =>
    board.ask('POST', '/api/alerts', {
      body: {
        search: '?q=weaver',
        email: 'ada@example.com',
        frequency: 'immediate',
        timezone: 'Europe/Berlin',
        ...values,
      },
    });

  /** Confirms what the last mail asks for, as its page offers it. */
  async function confirm(address?: string) {
    const path = pathOf((await lastMail(address)).button?.url);
    return open(path, { alert: alertsIn((await open(path)).html) });
  }

  /** Adds a job that a search has found, as the matcher does. */
  async function addMatch(query = '?q=weaver') {
    const job = await createJob(board.db, { title: 'Weaver' });
    await board.db.transaction(async (tx) => {
      const [search] = await tx
        .select()
        .from(alert_searches)
        .where(eq(alert_searches.query, query));
      if (!search) throw new Error('no search');
      await tx
        .insert(alert_matches)
        .values({ search_id: search.id, job_id: job.id, matched_at: sql`clock_timestamp()` });
      await tx
        .update(alerts)
        .set({ due_at: sql`coalesce(due_at, now())` })
        .where(
          sql`search_id = ${search.id} and frequency = 'immediate' and confirmed_at is not null`,
        );
    });
  }

  /** The searches of all addresses with their states. */
  async function readAlerts() {
    const rows = await board.db
      .select({
        query: alert_searches.query,
        frequency: alerts.frequency,
        confirmed: sql<boolean>`${alerts.confirmed_at} is not null`,
        due: sql<boolean>`${alerts.due_at} is not null`,
      })
      .from(alerts)
      .innerJoin(alert_searches, eq(alert_searches.id, alerts.search_id))
      .orderBy(asc(alert_searches.query));
    return rows;
  }

  return { mailsTo, lastMail, open, subscribe, confirm, addMatch, readAlerts };
}

export const pathOf = (url: string | undefined) => new URL(url ?? '').pathname;

/** The ids of the alerts in a form. */
export const alertsIn = (html: string) =>
  [...html.matchAll(/name="alert" value="([^"]+)"/g)].map(([, id]) => id ?? '');

/** How many boxes of a form are ticked. */
export const tickedIn = (html: string) => html.match(/type="checkbox"[^>]*checked/g)?.length ?? 0;
