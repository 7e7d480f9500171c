import { fromJobPosting } from '#server/job-feeds/systems/job-posting.ts';
import { readDate } from '#server/job-feeds/systems/read-date.ts';
import { readEmployment, readPayUnit, readWorkplace } from '#server/job-feeds/systems/terms.ts';
import { built, readXmlJob } from '../read-job.ts';
import { answersOf, type Case } from '../read-table.ts';

/** Reads a term of a feed. */
export async function readTerm({ kind, input }: Case): Promise<string> {
  return (await termOf(kind, input)) ?? 'none';
}

async function termOf(kind: string, input: string): Promise<string | null | undefined> {
  switch (kind) {
    case 'workplace':
      return readWorkplace(input);
    case 'employment':
      return readEmployment(input);
    case 'period':
      return readPayUnit(input);
    case 'date':
      return readDate(input)?.toISOString();
    case 'date number':
      return readDate(Number(input))?.toISOString();
    case 'deadline': {
      const posting = { title: 'Weaver', validThrough: input };
      return built(fromJobPosting(posting, { id: '1', url: '' })).validthrough;
    }
    case 'xml deadline':
      return (await readXmlJob(JSON.parse(input))).validthrough;
    case 'xml date':
      return (await readXmlJob(JSON.parse(input))).date.toISOString();
    default:
      throw new TypeError(`no such kind of term: ${kind}`);
  }
}

/** A day is right whatever the time, and a time without seconds whatever the seconds. */
export function isRightTerm(found: string, row: Case): boolean {
  return answersOf(row).some((answer) =>
    /^\d{4}-/.test(answer) ? found.startsWith(answer) : found === answer,
  );
}
