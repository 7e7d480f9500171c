import type { SendCode } from '#server/auth/embedded-provider/codes.ts';
import { readableAddress } from '#server/content/domains/readable-domain.ts';
import type { Database } from '#server/db/client.ts';
import { oneLine, quotedTitle } from '#server/mail/one-line.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { quoted } from '#server/mail/quoted.ts';
import type { PreparedOutcome } from '#server/modules/jobs/drafts/commands.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import type { TeamRole } from '#shared/domain/team-roles.ts';
import { formatDateTime } from '#shared/format/moment.ts';
import { CODE_MINUTES } from '#shared/limits.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { pages } from '#shared/urls/paths.ts';

/** The maximum length of a name in the subject of a mail (characters). */
const MAX_NAME_LENGTH = 80;

/** The outcome of a review. */
type ClaimOutcome = {
  /** The verified email address of the person; null if there is none, or the person is blocked. */
  email: string | null;
  /** The name of the company. */
  company: string;
  /** Why the claim was rejected; null if it was approved. */
  reason: string | null;
  /** What decided: a site admin, an owner of the company, or the time without an objection. */
  by: 'site admin' | 'owner' | 'time';
  /** The role in the team. Default: owner. */
  role?: TeamRole;
  /** What has become of the job that the person has prepared. */
  job?: PreparedOutcome | undefined;
};

/** A person who has become an owner. */
type NewOwner = {
  /** The id of the account. */
  id: string;
  name: string;
  /** The email address that the person has proven; null if a site admin has decided without proof. */
  provenEmail: string | null;
};

export type ClaimMails = {
  /** Returns the function that sends a code for a claim. The mail names the company, or its domain. */
  sendCode: (company: string) => SendCode;
  /**
   * Tells those who may object who becomes an owner of a company, and when. Returns false if an address has received too
   * many mails, so that nobody can suppress the mail by filling a mailbox.
   */
  notifyObjectors: (
    tx: Database,
    recipients: { owners: string[]; siteAdmins: string[] },
    about: { id: string; company: string; owner: NewOwner; takesEffectAt: Date },
  ) => Promise<boolean>;
  notifyClaimant: (tx: Database, outcome: ClaimOutcome) => Promise<void>;
  /** Tells the owners of a company who else has become an owner. */
  notifyOwners: (
    tx: Database,
    owners: { email: string }[],
    about: { id: string; company: string; owner: NewOwner },
  ) => Promise<void>;
};

/** Returns the functions that queue the mails about claims. A board that cannot send mails sends no notifications. */
export function claimMails(outbox: Outbox, site: LiveSite): ClaimMails {
  const { host } = new URL(site.origin);
  return {
    sendCode:
      (name) =>
      async (tx, { email, code, sending }) => {
        const company = oneLine(name, MAX_NAME_LENGTH);
        const result = await outbox.queue(tx, {
          to: email,
          subject: `Your code for ${company} at ${site.name}`,
          content: {
            subject: `${code} is your code for ${company} at ${site.name}`,
            heading: `Post jobs for ${company}`,
            paragraphs: [
              `Someone wants to post jobs for ${company} at ${host}, and has entered this address to prove that they may.`,
              `If it was you, enter this code there. It is valid for ${CODE_MINUTES} minutes.`,
              'Never give the code to anyone. It lets the person who asked for it act for the company.',
            ],
            code,
            reason: `Someone entered this address at ${host}. If it was not you, ignore this email.`,
          },
          ...sending,
        });
        return result === 'queued';
      },

    async notifyObjectors(tx, { owners, siteAdmins }, { id, company: name, owner, takesEffectAt }) {
      if (!outbox.canSend) return true;
      const company = oneLine(name, MAX_NAME_LENGTH);
      const person = oneLine(owner.name, MAX_NAME_LENGTH) || 'A person without a name';
      let areTold = true;
      const pageOf = new Map([
        ...siteAdmins.map((email) => [email, adminPages.inbox({ kind: 'claim' })] as const),
        ...owners.map(
          (email) => [email, adminPages.dashboard({ tab: 'team', company: id })] as const,
        ),
      ]);
      // In one order, because queueing locks mailboxes until the transaction ends.
      for (const [email, page] of [...pageOf].sort(([one], [other]) => (one < other ? -1 : 1))) {
        const result = await outbox.queue(tx, {
          to: email,
          subject: `${person} wants to become an owner of ${company} at ${site.name}`,
          content: {
            heading: `${person} wants to become an owner of ${company}`,
            paragraphs: [
              `${person} has proven the email address ${readableAddress(owner.provenEmail ?? '')}, and becomes an owner of ${company} on ${formatDateTime(takesEffectAt.toISOString())}.`,
              'Owners post and edit jobs and manage the team. If you do not know this person, object before that time as an owner, or reject the request as a site admin.',
            ],
            button: { label: 'Open the request', url: `${site.origin}${page}` },
            reason: `You get this email because you are an owner of ${company} or a site admin at ${host}.`,
          },
          about: owner.id,
        });
        areTold &&= result === 'queued';
      }
      return areTold;
    },

    async notifyClaimant(tx, { email, company: name, reason, by, role = 'owner', job }) {
      if (!outbox.canSend || !email) return;
      const company = oneLine(name, MAX_NAME_LENGTH);
      const isApproved = reason === null;
      await outbox.queue(tx, {
        to: email,
        subject: isApproved
          ? `You can post jobs for ${company} at ${site.name}`
          : `Your request for ${company} was rejected at ${site.name}`,
        content: {
          heading: isApproved
            ? `You can post jobs for ${company}`
            : `Your request for ${company} was rejected`,
          paragraphs: isApproved
            ? [
                `${DECISIONS[by]} You are now an ${role} of ${company}.`,
                ...(job ? [describeJob(job)] : []),
              ]
            : [
                `A site admin has rejected your request to post jobs for ${company}, for this reason:`,
                quoted(reason),
                'You can change the request and submit it again.',
              ],
          button: isApproved
            ? { label: 'Open the dashboard', url: `${site.origin}${adminPages.dashboard()}` }
            : { label: 'Your request', url: `${site.origin}${pages.employers()}` },
          reason: `You get this email because you asked to post jobs for ${company} at ${host}.`,
        },
      });
    },

    async notifyOwners(tx, owners, { id, company: name, owner }) {
      if (!outbox.canSend) return;
      const company = oneLine(name, MAX_NAME_LENGTH);
      const person = oneLine(owner.name, MAX_NAME_LENGTH) || 'A person without a name';
      for (const email of owners.map((owner) => owner.email).sort()) {
        await outbox.queue(tx, {
          to: email,
          subject: `${company} has a new owner at ${site.name}`,
          content: {
            heading: `${company} has a new owner`,
            paragraphs: [
              owner.provenEmail
                ? `${person} is now an owner of ${company}, because they have proven the email address ${readableAddress(owner.provenEmail)}.`
                : `${person} is now an owner of ${company}. A site admin approved their request.`,
              'Owners post and edit jobs and manage the team. If you do not know this person, remove them from the team and tell a site admin.',
            ],
            button: {
              label: 'Open the team',
              url: `${site.origin}${adminPages.dashboard({ tab: 'team', company: id })}`,
            },
            reason: `You get this email because you are an owner of ${company} at ${host}.`,
          },
          about: owner.id,
        });
      }
    },
  };
}

const DECISIONS: Record<ClaimOutcome['by'], string> = {
  'site admin': 'A site admin has approved your request.',
  owner: 'An owner of the company has accepted your request.',
  time: 'Nobody has objected to your request.',
};

const JOB_STATES: Record<PreparedOutcome['state'], string> = {
  published: 'is published.',
  review: 'is in review. You get its outcome by email.',
  draft: 'is a draft. You can submit it on the dashboard.',
};

function describeJob({ title, state }: PreparedOutcome): string {
  return `Your job ${quotedTitle(title)} ${JOB_STATES[state]}`;
}
