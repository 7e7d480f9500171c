import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { companies } from '#server/db/schema.ts';
import { findSystem } from '#server/job-feeds/systems/systems.ts';
import { oneLine } from '#server/mail/one-line.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { listDigestRecipients } from '#server/modules/inbox/queries.ts';
import { listOwnerEmails } from '#server/modules/teams/queries.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import type { SourceRow } from '../queries.ts';

/** The maximum length of a name in the subject of a mail (characters). */
const MAX_NAME_LENGTH = 80;

/**
 * Notifies people that a source needs them. They must decide whether it may close many jobs (`asks`), or correct it
 * after repeated failures have paused it (`fails`).
 */
export type NotifySource = (
  tx: Database,
  source: SourceRow,
  event: 'asks' | 'fails',
) => Promise<void>;

/**
 * Returns the function that queues the mails about a source, to the owners of its company and to the site admins who
 * want mails about what waits. A board that cannot send mails sends none.
 */
export function sourceMails(
  outbox: Outbox,
  readSite: (tx: Database) => Promise<LiveSite>,
): NotifySource {
  return async (tx, source, event) => {
    if (!outbox.canSend) return;
    const site = await readSite(tx);
    const { host } = new URL(site.origin);
    const [company] = await tx
      .select({ name: companies.name })
      .from(companies)
      .where(eq(companies.id, source.company_id));
    const name = oneLine(company?.name ?? '', MAX_NAME_LENGTH);
    const system = findSystem(source.system)?.name ?? source.system;
    const reasons = {
      owner: `You get this email because you manage the jobs of ${name} at ${host}.`,
      siteadmin: `You get this email because you are a site admin at ${host}. You can turn these emails off in the inbox.`,
    };
    for (const { email, as } of await recipientsOf(tx, source)) {
      await outbox.queue(tx, {
        to: email,
        subject: SUBJECTS[event](name, site.name),
        content: {
          ...TEXTS[event](name, system),
          button: {
            label: 'Open the source',
            url: `${site.origin}${PAGES[as]({ source: source.id })}`,
          },
          reason: reasons[as],
        },
      });
    }
  };
}

const SUBJECTS = {
  asks: (company: string, site: string) => `Close jobs of ${company} at ${site}?`,
  fails: (company: string, site: string) =>
    `The jobs of ${company} are no longer updated at ${site}`,
};

const TEXTS = {
  asks: (company: string, system: string) => ({
    heading: `Close jobs of ${company}?`,
    paragraphs: [
      `The latest list of ${company} at ${system} lacks many of its open jobs, or is empty. It may be incomplete, so nothing was changed.`,
      'If these jobs are really closed, let the next run close them. Otherwise there is nothing to do: the list is read again on schedule.',
    ],
  }),
  fails: (company: string, system: string) => ({
    heading: `The jobs of ${company} are no longer updated`,
    paragraphs: [
      `The list of ${company} at ${system} could not be read for a long time, so the source is paused. Its jobs stay as they were.`,
      'Check the URL of the source, and resume it.',
    ],
  }),
};

/** The page on which each recipient sees the source. */
const PAGES = {
  owner: (item: { source: string }) => adminPages.ownSources(item),
  siteadmin: (item: { source: string }) => adminPages.admin('sources', item),
};

/**
 * The recipients of the mail: the owners of the company, and the site admins who want mails about what waits. A site
 * admin who owns the company and wants no such mails gets this one as an owner.
 */
async function recipientsOf(tx: Database, { company_id }: SourceRow) {
  const owners = await listOwnerEmails(tx, company_id);
  const roles = new Map<string, keyof typeof PAGES>(owners.map(({ email }) => [email, 'owner']));
  for (const { email } of await listDigestRecipients(tx)) roles.set(email, 'siteadmin');
  return [...roles].map(([email, as]) => ({ email, as }));
}
