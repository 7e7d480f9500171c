import { readableAddress } from '#server/content/domains/readable-domain.ts';
import type { Database } from '#server/db/client.ts';
import { oneLine } from '#server/mail/one-line.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import type { TeamRole } from '#shared/domain/team-roles.ts';
import { INVITATION_DAYS } from '#shared/limits.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { pages } from '#shared/urls/paths.ts';

/** The maximum length of a name in the subject of a mail (characters). */
const MAX_NAME_LENGTH = 80;

/** How a person has joined a team. */
type Joining = {
  company: { id: string; name: string };
  person: { id: string; name: string; verified_email: string | null };
  invitation: { role: TeamRole; email: string };
};

export type InvitationMails = {
  /** Queues the mail with an invitation. Returns false if the email address has received too many mails. */
  sendInvitation: (
    tx: Database,
    invitation: { email: string; token: string; company: string; expiresAt: Date },
  ) => Promise<boolean>;
  /** Tells the person who has sent an invitation who has accepted it. Blocked people get no mail. */
  notifySender: (
    tx: Database,
    sender: { verified_email: string | null; blocked_at: Date | null },
    joining: Joining,
  ) => Promise<void>;
};

/**
 * Returns the functions that queue the mails about invitations. The token is in the fragment of the URL, which browsers
 * do not send to servers. Opening the page does not accept the invitation, because mail scanners open links, too.
 */
export function invitationMails(outbox: Outbox, site: LiveSite): InvitationMails {
  const { host } = new URL(site.origin);
  return {
    async sendInvitation(tx, { email, token, company: name, expiresAt }) {
      const company = oneLine(name, MAX_NAME_LENGTH);
      const result = await outbox.queue(tx, {
        to: email,
        subject: `Join ${company} at ${site.name}`,
        content: {
          heading: `Join ${company} at ${site.name}`,
          paragraphs: [
            `You are invited to post and edit the jobs of ${company} at ${host}.`,
            `The invitation is valid for ${INVITATION_DAYS} days and works once.`,
          ],
          button: {
            label: 'Open the invitation',
            url: `${site.origin}${pages.invitation()}#${token}`,
          },
          reason: `An owner of ${company} entered this address. If you do not know the company, ignore this email.`,
        },
        expiresAt,
      });
      return result === 'queued';
    },

    async notifySender(tx, sender, { company: { id, name }, person, invitation }) {
      if (!outbox.canSend || !sender.verified_email || sender.blocked_at) return;
      const company = oneLine(name, MAX_NAME_LENGTH);
      const who = oneLine(person.name, MAX_NAME_LENGTH) || 'A person without a name';
      const address = person.verified_email ? ` (${readableAddress(person.verified_email)})` : '';
      await outbox.queue(tx, {
        to: sender.verified_email,
        subject: `${who} has joined ${company} at ${site.name}`,
        content: {
          heading: `${who} has joined ${company}`,
          paragraphs: [
            `${who}${address} is now an ${invitation.role} of ${company}, by the invitation that you sent to ${readableAddress(invitation.email)}.`,
            'If this is not the person whom you invited, remove them from the team.',
          ],
          button: {
            label: 'Open the team',
            url: `${site.origin}${adminPages.dashboard({ tab: 'team', company: id })}`,
          },
          reason: `You get this email because you invited someone to the team of ${company} at ${host}.`,
        },
        about: person.id,
      });
    },
  };
}
