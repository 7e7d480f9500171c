import type { EmploymentType } from '#shared/constants/employment-types.ts';
import type { Salary } from '#shared/constants/salary-ranges.ts';
import type { Pay } from '#shared/contract/job-responses.ts';
import type { PlainDate } from '#shared/plain-date.ts';

/** A job as an outside board lists it, in the terms of this one. */
export type SourceJob = {
  /** The job's name at its source; what makes importing again find it. */
  sourceId: string;
  title: string;
  type: EmploymentType;
  location: string;
  /** Those that the location has no room for. */
  more_places: string | null;
  /** Markdown */
  description: string;
  salary: Salary;
  pay: Pay | null;
  applyurl: string;
  date: Date;
  /** The last day on which it is open; null where the source does not say. */
  validthrough: PlainDate | null;
};

/** One company's board. */
export type SourceBoard = {
  /** Which kind of board it is. */
  source: string;
  company: { name: string };
  /**
   * Its jobs in batches, none of them twice, and what is known once all have been read.
   * @throws UnreadableBoardError where it turns out to be no such board.
   */
  jobs: AsyncGenerator<SourceBatch, BoardEnd>;
};

/** What of a board's identity its jobs tell: where the source has them; undefined where none names its address. */
type WithUrl = { url: string | undefined };

export type SourceBatch = WithUrl & { jobs: SourceJob[] };

export type BoardEnd = WithUrl & {
  /** Jobs the board names but that cannot be taken in, with the reason. */
  skipped: { job: string; reason: string }[];
  /**
   * The source ids that the board still lists; a job of ours that is not among them is closed.
   * Undefined where that cannot be told, and then nothing is closed.
   */
  listed: ReadonlySet<string> | undefined;
};

/** A file that is no board of its kind, with the reason; nothing of it is taken in. */
export class UnreadableBoardError extends Error {
  override name = 'UnreadableBoardError';
}
