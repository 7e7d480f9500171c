import { readableWebsite } from '#server/content/domains/readable-domain.ts';
import type { Database } from '#server/db/client.ts';
import { oneLine } from '#server/mail/one-line.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { quoted } from '#server/mail/quoted.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { pages } from '#shared/urls/paths.ts';

/** The maximum length of a name in the subject of a mail (characters). */
const MAX_NAME_LENGTH = 80;

/** The maximum length of a website in a sentence of a mail (characters). A website may be longer than a paragraph may. */
const MAX_WEBSITE_LENGTH = 200;

/** The outcome of a request to change the name or website of a company. */
type RenameOutcome = {
  /** The id of the company. */
  id: string;
  /** Its name now, and before the decision. */
  company: string;
  before: string;
  /** The requested name and website; null for what stays. */
  change: { name: string | null; website: string | null };
  /** Why it was rejected; null if it was approved. */
  reason: string | null;
};

export type NotifyOwners = (
  tx: Database,
  owners: { email: string }[],
  outcome: RenameOutcome,
) => Promise<void>;

/** Returns a function that queues the mails about a decision. A board that cannot send mails sends none. */
export function renameMail(outbox: Outbox, site: LiveSite): NotifyOwners {
  return async (tx, owners, { id, company: now, before, change, reason }) => {
    if (!outbox.canSend) return;
    const company = oneLine(now, MAX_NAME_LENGTH);
    const parts = [change.name !== null && 'name', change.website !== null && 'website'].filter(
      Boolean,
    );
    const decision = `${parts.length > 1 ? 'were' : 'was'} ${reason === null ? 'approved' : 'rejected'}`;
    const subject = `The new ${parts.join(' and ')} of ${oneLine(before, MAX_NAME_LENGTH)} ${decision}`;
    const changes = [
      ...(change.name === null ? [] : [`the name “${oneLine(change.name, MAX_NAME_LENGTH)}”`]),
      ...(change.website === null
        ? []
        : [`the website ${oneLine(readableWebsite(change.website), MAX_WEBSITE_LENGTH)}`]),
    ].join(' and ');
    // In one order, because queueing locks mailboxes until the transaction ends.
    for (const email of owners.map((owner) => owner.email).sort()) {
      await outbox.queue(tx, {
        to: email,
        subject: `${subject} at ${site.name}`,
        content: {
          heading: subject,
          paragraphs:
            reason === null
              ? [`The company now has ${changes}.`]
              : [
                  `A site admin has rejected ${changes}, for this reason:`,
                  quoted(reason),
                  'The company stays as it was. You can change the request and send it again.',
                ],
          button:
            reason === null
              ? { label: 'Open the company', url: `${site.origin}${pages.company(id)}` }
              : {
                  label: 'Open the dashboard',
                  url: `${site.origin}${adminPages.dashboard({ tab: 'company', company: id })}`,
                },
          reason: `You get this email because you are an owner of ${company} at ${new URL(site.origin).host}.`,
        },
      });
    }
  };
}
