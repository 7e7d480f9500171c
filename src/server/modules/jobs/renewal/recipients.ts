import type { Database } from '#server/db/client.ts';
import { findAuthor } from '../drafts/queries.ts';
import { findAuthors, listOptOuts, listOwners } from './queries.ts';

/** The maximum number of owners of a company who get a mail. */
const MAX_OWNERS = 10;

/** A person who gets the mails about the closing dates of jobs. */
export type Recipient<Job> = {
  /** The verified email address. */
  email: string;
  /** The actor key. */
  key: string;
  isOwner: boolean;
  jobs: Job[];
};

/**
 * Finds the people who get the mails about the closing dates of jobs of a company: its owners with a verified email
 * address. If the company has no such owner, the authors of the jobs, as long as the authors may still edit the jobs.
 * Blocked people get no mail, nor do people who have ended these mails. The recipients are sorted by email address. The
 * outbox locks each address, and two processes that lock in different orders could deadlock.
 */
export async function findRecipients<Job extends { id: string }>(
  tx: Database,
  company_id: string,
  jobs: Job[],
): Promise<Recipient<Job>[]> {
  if (jobs.length === 0) return [];
  const owners = await listOwners(tx, company_id, MAX_OWNERS);
  const recipients =
    owners.length > 0
      ? owners.map(({ email, key }) => ({ email, key, isOwner: true, jobs }))
      : await findAuthorsOf(tx, company_id, jobs);
  const ended = await listOptOuts(
    tx,
    recipients.map(({ key }) => key),
  );
  return recipients
    .filter(({ key }) => !ended.has(key))
    .toSorted((one, other) => (one.email < other.email ? -1 : 1));
}

async function findAuthorsOf<Job extends { id: string }>(
  tx: Database,
  company_id: string,
  jobs: Job[],
): Promise<Recipient<Job>[]> {
  const authors = await findAuthors(
    tx,
    jobs.map(({ id }) => id),
  );
  const byEmail = new Map<string, Recipient<Job>>();
  for (const author of new Set(authors.values())) {
    const person = await findAuthor(tx, { author, company_id });
    if (!person) continue;
    const own = jobs.filter(({ id }) => authors.get(id) === author);
    const { email } = person;
    const others = byEmail.get(email)?.jobs ?? [];
    byEmail.set(email, { ...person, isOwner: false, jobs: [...others, ...own] });
  }
  return [...byEmail.values()];
}
