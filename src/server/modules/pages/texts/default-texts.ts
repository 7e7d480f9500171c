import { RETENTION } from '#server/modules/retention/retention.ts';

/** What the texts say about the board. */
export type DescribedSite = {
  siteName: string;
  publicUrl: string;
  /** The email address from which the board sends mails; undefined if it sends none. */
  mailFrom: string | undefined;
  /** The address at which people reach the operator; empty if there is none. */
  contact: string;
  /** Who runs the board; empty if unknown. */
  legalName: string;
};

/** The text of a page for which the operator has written none, in Markdown. Empty if there is none. */
export function defaultText(slug: string, site: DescribedSite): string {
  if (slug === 'privacy') return privacyText(site, NO_POLICY);
  if (slug === 'imprint') return imprintText(site);
  if (slug === 'contact-us' && site.contact) return contactText(site);
  return '';
}

/** A text with which an operator can begin, in Markdown; null if there is none for the page. */
export function draftText(slug: string, site: DescribedSite): string | null {
  if (slug === 'privacy') return privacyText(site, controllerOf(site)).trim();
  if (slug === 'imprint') return imprintDraft(site);
  if (slug === 'contact-us') return contactDraft(site);
  return null;
}

const NO_POLICY = 'The operator of the site has not added a privacy policy of their own.';

/** Who is responsible: https://eur-lex.europa.eu/eli/reg/2016/679/oj (Article 13) */
const controllerOf = ({ legalName, publicUrl }: DescribedSite) =>
  `${legalName || '[Name of the operator]'} runs the site and is responsible for this data. The address is in the imprint: ${new URL('/imprint', publicUrl)}`;

/** What the board stores. It describes what this software does. @param operator who runs the board */
function privacyText(site: DescribedSite, operator: string): string {
  const { siteName, publicUrl } = site;
  const { host } = new URL(publicUrl);
  const rows = RETENTION.map(([data, kept]) => `- **${data}:** ${kept}.`);
  return `
This page says what the software of ${siteName} (${host}) stores. ${operator}

# Without an account

You can read and search everything without an account. The server uses your IP address to answer requests and to limit how many one network sends. It stores your searches only if you ask for new jobs by email. The log of the server has each request with the network it came from; the operator decides how long it is kept.

If you ask for new jobs by email, your email address, your searches, your time zone and which jobs were mailed to you are stored until you end the emails. Each email has a link to a page on which you change, download and delete all of it. The links in the emails do not tell the site who opens them, except those that change or end the emails. Whoever asks for a confirmation is stored for a day as a digest of their network.

If you report a job, the report and your email address, if you enter one, are stored until the report is resolved.

# With an account

The board stores what you enter in your account, the email address that you have proven, the time and the browser of your sign-ins, your passkeys, and the accounts at other providers by which you sign in. If you act for a company, it stores your memberships, invitations and claims, and that you are the author of jobs that are not published yet. It stores which jobs you have saved or hidden, to which you say that you have applied, your notes, and which companies you have hidden; employers and site admins do not see this. If a site admin blocks you, it stores when and why. Every change of a job, a company, a role, a page or a setting of the site is recorded, with a random key instead of your name.

Mails to you are stored for some days: those that were sent, so that site admins see that they were, and those that failed, so that they can be sent again.

# In your browser

There are no cookies without a sign-in. A sign-in sets the cookies that keep you signed in. The local storage of your browser has your latest searches, the jobs that you have opened, saved or hidden, to which you say that you have applied, your notes, the companies that you have hidden, the time of your last visit, where you live if you say so, input that you have not saved yet, and a copy of your account and of what it has saved while you are signed in. The site contacts no other host, unless you sign in at another provider.

# How long data is stored

${rows.join('\n')}

# Your rights

In your account you can download what is stored about you, correct it, and delete your account. Secrets such as codes are not in the download, nor is the reason of a block, which only site admins read. Jobs stay with their company. Backups of the operator may have your data for longer. A restore deletes your account again if the operator still has the list of deleted accounts.

${contactOf(site)}
`;
}

function imprintText(site: DescribedSite): string {
  return `The operator of ${site.siteName} has not added an imprint.\n\n${contactOf(site)}`;
}

/** What an operator must replace is in brackets. */
function imprintDraft({ siteName, legalName, contact, mailFrom }: DescribedSite): string {
  const address = contact || mailFrom;
  return `# Who runs ${siteName}

${legalName || '[Name of the company or person]'}

[Street and number]

[Postal code, city and country]

# Contact

Email: ${address ? mailLink(address) : '[address]'}

Telephone: [number]`;
}

function contactDraft(site: DescribedSite): string | null {
  const { contact, mailFrom } = site;
  return contact || mailFrom
    ? contactText({ ...site, contact: contact || (mailFrom ?? '') })
    : null;
}

const contactText = ({ siteName, contact }: DescribedSite) =>
  `Do you have a question about ${siteName}, or is something wrong with a job? Write to ${mailLink(contact)}.`;

const mailLink = (address: string) => `[${address}](mailto:${address})`;

/** The text of the page that people see after the deletion of their account. In Markdown. */
export const DELETED_TEXT =
  'You are signed out, and this site has deleted what it stored about you. If you sign in again, you get a new account.';

function contactOf({ contact, mailFrom }: DescribedSite): string {
  if (contact) return `Write to ${mailLink(contact)}.`;
  return mailFrom === undefined
    ? 'The operator has not given a contact address.'
    : `The site sends its mails from ${mailLink(mailFrom)}.`;
}
