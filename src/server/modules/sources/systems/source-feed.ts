import type { Address } from '#server/db/schema.ts';
import type { StatedPay } from '#shared/contract/stated-pay.ts';
import type { EmploymentType } from '#shared/domain/employment-types.ts';
import type { Employment } from '#shared/domain/employments.ts';
import type { PlainDate } from '#shared/domain/plain-date.ts';
import type { Salary } from '#shared/domain/salary-ranges.ts';
import type { Workplace } from '#shared/domain/workplaces.ts';

/** A job of an external feed, with the fields of this board. */
export type SourceJob = {
  /** The id of the job at its source. Later imports find the job by this id. */
  sourceId: string;
  title: string;
  type: EmploymentType;
  location: string;
  /** The places that do not fit into `location`; null if all of them fit. */
  more_places: string | null;
  /** The places that the source states in separate fields; null if it states none. */
  addresses: Address[] | null;
  /** The workplace; null if the source does not state it. */
  workplace: Workplace | null;
  employment: Employment | null;
  /** The description in Markdown. */
  description: string;
  salary: Salary;
  pay: StatedPay | null;
  applyurl: string;
  date: Date;
  /** The closing date, that is, the last day on which the job is open; null if the source does not state one. */
  validthrough: PlainDate | null;
};

/** The feed of one company. */
export type SourceFeed = {
  /** The system from which the feed comes, such as `ashby`. */
  source: string;
  company: { name: string };
  /**
   * The jobs in batches, without duplicates. After the last job, the generator returns data that is known only at the
   * end of the feed.
   * @throws UnreadableFeedError if the file is not a feed of this kind
   */
  jobs: AsyncGenerator<SourceBatch, FeedEnd>;
};

/** The URL of the feed, derived from the URLs of its jobs; undefined if no job has a URL. */
type WithUrl = { url: string | undefined };

export type SourceBatch = WithUrl & { jobs: SourceJob[] };

export type FeedEnd = WithUrl & {
  /** The jobs that cannot be imported, with the reason for each. */
  skipped: { job: string; reason: string }[];
  /**
   * The ids of all jobs that the feed lists. The import closes jobs with other ids. Undefined if the list is not
   * reliable; then no job is closed.
   */
  listed: ReadonlySet<string> | undefined;
};

/** Thrown if the file is not a feed of its kind. The message gives the reason. Nothing is imported. */
export class UnreadableFeedError extends Error {
  override name = 'UnreadableFeedError';
}
