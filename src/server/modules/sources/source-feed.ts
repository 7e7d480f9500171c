import type { Address } from '#server/db/schema.ts';
import type { StatedPay } from '#shared/contract/stated-pay.ts';
import type { EmploymentType } from '#shared/domain/employment-types.ts';
import type { Employment } from '#shared/domain/employments.ts';
import type { PlainDate } from '#shared/domain/plain-date.ts';
import type { Salary } from '#shared/domain/salary-ranges.ts';
import type { Workplace } from '#shared/domain/workplaces.ts';

/** A job of an external feed, in this board's terms. */
export type SourceJob = {
  /** The job's id at its source. Later imports find the job by it. */
  sourceId: string;
  title: string;
  type: EmploymentType;
  location: string;
  /** Places that do not fit into `location`. */
  more_places: string | null;
  /** The places as the source states them in separate fields; null if it does not. */
  addresses: Address[] | null;
  /** Null if the source does not state it. */
  workplace: Workplace | null;
  employment: Employment | null;
  /** Markdown */
  description: string;
  salary: Salary;
  pay: StatedPay | null;
  applyurl: string;
  date: Date;
  /** The closing date: the last day on which the job is open; null if the source does not state one. */
  validthrough: PlainDate | null;
};

/** The feed of one company. */
export type SourceFeed = {
  /** The system that the feed comes from, such as `ashby`. */
  source: string;
  company: { name: string };
  /**
   * The jobs in batches without duplicates; the generator returns what is known after the last job.
   * @throws UnreadableFeedError if the file is not a feed of this kind.
   */
  jobs: AsyncGenerator<SourceBatch, FeedEnd>;
};

/** The feed's address, read from its jobs' URLs; undefined if no job has one. */
type WithUrl = { url: string | undefined };

export type SourceBatch = WithUrl & { jobs: SourceJob[] };

export type FeedEnd = WithUrl & {
  /** Jobs that cannot be imported, with the reason. */
  skipped: { job: string; reason: string }[];
  /**
   * The source ids that the feed lists. Jobs with other ids are closed.
   * Undefined if the list is not reliable; then no job is closed.
   */
  listed: ReadonlySet<string> | undefined;
};

/** The file is not a feed of its kind. The message states the reason; nothing is imported. */
export class UnreadableFeedError extends Error {
  override name = 'UnreadableFeedError';
}
