import type { Database } from '#server/db/client.ts';
import { oneLine, quotedTitle } from '#server/mail/one-line.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { listDigestRecipients } from '#server/modules/inbox/queries.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import { inboxItem } from '#shared/domain/inbox.ts';
import { FRAUD_REPORTS } from '#shared/domain/reports.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';

/** The maximum length of a company's name (characters). */
const MAX_NAME_LENGTH = 80;

/** Tells site admins that several visitors have reported a job as fraud. */
export type NotifyFraud = (
  tx: Database,
  job: { id: string; title: string; company: string },
) => Promise<void>;

/**
 * Returns a function that queues the mail to the site admins who want mails about the inbox. A board that cannot send
 * mails sends none.
 */
export function fraudMail(outbox: Outbox, site: LiveSite): NotifyFraud {
  return async (tx, { id, title, company }) => {
    if (!outbox.canSend) return;
    const item = inboxItem({ kind: 'report', id });
    // The addresses are sorted, because each mail takes a lock on its address and different orders could deadlock.
    const recipients = (await listDigestRecipients(tx)).map(({ email }) => email).sort();
    for (const email of recipients) {
      await outbox.queue(tx, {
        to: email,
        subject: `${quotedTitle(title)} is reported as fraud at ${site.name}`,
        content: {
          heading: `${quotedTitle(title)} is reported as fraud`,
          paragraphs: [
            `${FRAUD_REPORTS} visitors have reported this job of ${oneLine(company, MAX_NAME_LENGTH)} as fraud. It is still open.`,
          ],
          button: { label: 'Open the reports', url: `${site.origin}${adminPages.inbox({ item })}` },
          reason: `You get this email because you are a site admin at ${new URL(site.origin).host}. You can turn these emails off in the inbox.`,
        },
      });
    }
  };
}
