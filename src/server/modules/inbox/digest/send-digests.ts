import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { inbox_digests } from '#server/db/inbox-tables.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { isPaused } from '#server/mail/pause.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { listDigestRecipients, summarizeInbox } from '../queries.ts';
import { describeAge, describeWaiting } from './describe-waiting.ts';

type Options = { outbox: Outbox; site: LiveSite };

/** The time between two mails to a person (minutes). It is shorter than a day, because the task runs every hour. */
const INTERVAL = 23.5 * 60;

/**
 * Mails the site admins who want it what waits for them, at most once a day. Several processes may run this at the same
 * time: each transaction stores a mail together with its time.
 */
export async function sendDigests(db: Database, { outbox, site }: Options): Promise<void> {
  if (!outbox.canSend || (await isPaused(db))) return;
  const summary = await summarizeInbox(db);
  if (summary.total === 0) return;
  const heading = describeWaiting(summary);
  const sentence = `${heading}, ${describeAge(summary)}.`;
  const due = sql`now() - make_interval(mins => ${INTERVAL})`;
  for (const { account, email } of await listDigestRecipients(db)) {
    await db.transaction(async (tx) => {
      // Another process that stores the same row makes this statement wait, and then change nothing.
      const sent = await tx
        .insert(inbox_digests)
        .values({ account_id: account, sent_at: sql`now()` })
        .onConflictDoUpdate({
          target: inbox_digests.account_id,
          set: { sent_at: sql`now()` },
          setWhere: sql`${inbox_digests.is_wanted} and coalesce(${inbox_digests.sent_at} < ${due}, true)`,
        })
        .returning({ account: inbox_digests.account_id });
      if (sent.length === 0) return;
      await outbox.queue(tx, {
        to: email,
        subject: `${heading} at ${site.name}`,
        content: {
          heading,
          paragraphs: [sentence],
          button: { label: 'Open the inbox', url: `${site.origin}${adminPages.inbox()}` },
          reason: `You get this email at most once a day because you are a site admin at ${new URL(site.origin).host}. You can turn these emails off in the inbox.`,
        },
      });
    });
  }
}
