import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { inbox_digests } from '#server/db/inbox-tables.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { isPaused } from '#server/mail/pause.ts';
import type { InboxKind } from '#shared/domain/inbox.ts';
import { formatDuration } from '#shared/format/time-span.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { type InboxSummary, listDigestRecipients, summarizeInbox } from './queries.ts';

type Options = { outbox: Outbox; origin: string; siteName: string };

/** The time between two mails to a person (minutes). It is shorter than a day, because the task runs every hour. */
const INTERVAL = 23.5 * 60;

/**
 * Mails the site admins who want it what waits for them, at most once a day. Several processes may run this at the same
 * time: each transaction stores a mail together with its time.
 */
export async function sendDigests(
  db: Database,
  { outbox, origin, siteName }: Options,
): Promise<void> {
  if (!outbox.canSend || (await isPaused(db))) return;
  const summary = await summarizeInbox(db);
  if (summary.total === 0) return;
  const heading = `${describeWaiting(summary.counts)} ${summary.total === 1 ? 'waits' : 'wait'}`;
  const sentence = `${heading}, the oldest for ${describeAge(summary)}.`;
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
        subject: `${heading} at ${siteName}`,
        content: {
          heading,
          paragraphs: [sentence],
          button: { label: 'Open the inbox', url: `${origin}${adminPages.inbox()}` },
          reason: `You get this email at most once a day because you are a site admin at ${new URL(origin).host}. You can turn it off in the inbox.`,
        },
      });
    });
  }
}

const NAMES: Record<InboxKind, [one: string, many: string]> = {
  registration: ['new company', 'new companies'],
  claim: ['claim', 'claims'],
  job: ['job', 'jobs'],
  edit: ['edit', 'edits'],
  report: ['reported job', 'reported jobs'],
  question: ['question of a source', 'questions of sources'],
};

/** What waits, such as "3 jobs, 1 claim and 2 reported jobs". */
function describeWaiting(counts: Record<InboxKind, number>): string {
  const parts = (Object.keys(NAMES) as InboxKind[])
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${NAMES[kind][counts[kind] === 1 ? 0 : 1]}`);
  const last = parts.pop() ?? '';
  return parts.length > 0 ? `${parts.join(', ')} and ${last}` : last;
}

function describeAge({ oldest }: InboxSummary): string {
  return formatDuration(Math.max(0, Date.now() - Date.parse(oldest ?? '')));
}
