import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { inbox_digests } from '#server/db/inbox-tables.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { isPaused } from '#server/mail/pause.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import type { BoardRules } from '#shared/domain/board-rules.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { listDigestRecipients, summarizeInbox } from '../queries.ts';
import { describeAge, describeWaiting } from './describe-waiting.ts';

type Options = { outbox: Outbox; site: LiveSite; rules: Pick<BoardRules, 'moderation'> };

/** The time between two mails to a person (minutes). It is shorter than a day, because the task runs every hour. */
const INTERVAL = 23.5 * 60;

const FREQUENCIES = { daily: 'at most once a day', hourly: 'at most once an hour' };

/** The same for mails about something new. */
const SHORT_INTERVAL = 30;

/**
 * Mails the site admins who want it what waits for them, at most once a day. If the rules say `hourly`, also when something
 * waits that is newer than the latest mail. Several processes may run this at the same time: each transaction stores a mail
 * together with its time.
 */
export async function sendDigests(db: Database, { outbox, site, rules }: Options): Promise<void> {
  const { moderation } = rules;
  if (moderation === 'never' || !outbox.canSend || (await isPaused(db))) return;
  const summary = await summarizeInbox(db);
  if (summary.total === 0) return;
  const heading = describeWaiting(summary);
  const sentence = `${heading}, ${describeAge(summary)}.`;
  const sentBefore = (minutes: number) =>
    sql`${inbox_digests.sent_at} < now() - make_interval(mins => ${minutes})`;
  const isNew = sql`(${inbox_digests.sent_at} < ${summary.newest} and ${sentBefore(SHORT_INTERVAL)})`;
  const isDue =
    moderation === 'hourly' ? sql`(${sentBefore(INTERVAL)} or ${isNew})` : sentBefore(INTERVAL);
  for (const { account, email } of await listDigestRecipients(db)) {
    await db.transaction(async (tx) => {
      // Another process that stores the same row makes this statement wait, and then change nothing.
      const sent = await tx
        .insert(inbox_digests)
        .values({ account_id: account, sent_at: sql`now()` })
        .onConflictDoUpdate({
          target: inbox_digests.account_id,
          set: { sent_at: sql`now()` },
          setWhere: sql`${inbox_digests.is_wanted} and coalesce(${isDue}, true)`,
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
          reason: `You get this email ${FREQUENCIES[moderation]} because you are a site admin at ${new URL(site.origin).host}. You can turn these emails off in the inbox.`,
        },
      });
    });
  }
}
