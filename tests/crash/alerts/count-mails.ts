import type { ParsedMail } from 'mailparser';
import type { JobList } from '#shared/contract/job-responses.ts';
import { type JobSearch, queryString, readJobSearch } from '#shared/urls/paths.ts';
import { callHealthyBoard, jsonOf } from '../call.ts';

/** An email address with its confirmed searches. */
export type Seeker = { address: string; searches: JobSearch[] };

export type MailCount = {
  /** Jobs that were not mailed to an address, mailed to it in several mails, or mailed though no search lists them. */
  violations: string[];
  /** The number of pairs of an address and a job that was mailed to it. */
  deliveries: number;
  /** The number of different mails. */
  mails: number;
  /** How often a mail was sent again, because the outcome of the first attempt was unknown. */
  resent: number;
};

/** Compares the jobs in the mails that have arrived with the lists of each address's searches. */
export async function countMails(
  port: number,
  seekers: Seeker[],
  arrived: ParsedMail[],
): Promise<MailCount> {
  const mails = new Map(arrived.map((mail) => [mail.messageId, mail]));
  const count: MailCount = {
    violations: [],
    deliveries: 0,
    mails: mails.size,
    resent: arrived.length - mails.size,
  };
  for (const mail of arrived) {
    // A mail that is sent again is the same mail.
    if (String(jobsIn(mail)) !== String(jobsIn(mails.get(mail.messageId) ?? mail))) {
      count.violations.push(`${mail.messageId} was sent with different jobs`);
    }
    if (/^And \d+ more\.$/m.test(mail.text ?? '')) {
      count.violations.push(
        `${mail.messageId} does not show all of its jobs, so they cannot be counted`,
      );
    }
  }
  for (const { address, searches } of seekers) {
    const mailed = [...mails.values()]
      .filter((mail) => recipientOf(mail) === address)
      .flatMap(jobsIn);
    const expected = new Set<string>();
    for (const search of searches) {
      for (const id of await listJobs(port, search)) expected.add(id);
    }
    for (const id of new Set([...expected, ...mailed])) {
      const times = mailed.filter((one) => one === id).length;
      if (times === (expected.has(id) ? 1 : 0)) continue;
      const listed = expected.has(id) ? 'listed' : 'not listed';
      count.violations.push(`job ${id}, ${listed} for ${address}, is in ${times} mails`);
    }
    count.deliveries += mailed.length;
  }
  return count;
}

function recipientOf({ to }: ParsedMail): string | undefined {
  return [to].flat()[0]?.value[0]?.address;
}

/** The ids of the jobs that a mail links to, in order. */
function jobsIn({ text }: ParsedMail): string[] {
  return [...(text ?? '').matchAll(/\/jobs\/([\da-f-]{36})/g)].map(([, id]) => id ?? '');
}

/** The ids of the jobs that the list of a search shows. */
async function listJobs(port: number, search: JobSearch): Promise<string[]> {
  const query = queryString({
    ...readJobSearch(search),
    sort: 'newest',
    limit: '100',
    description: 'summary',
  });
  const { results, next } = jsonOf<JobList>(
    await callHealthyBoard(port, { method: 'GET', path: `/api/jobs${query}` }),
  );
  if (next) throw new Error(`the list of ${query} has several pages`);
  return results.map(({ id }) => id);
}
