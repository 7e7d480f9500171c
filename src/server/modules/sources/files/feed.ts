import type { FeedJob } from '#server/job-feeds/systems/feed-job.ts';

/** The maximum size of a batch that is written at once: its jobs, and the characters of their descriptions. */
export const BATCH = { jobs: 1_000, characters: 4_000_000 } as const;

/** The feed of one company. */
export type Feed = {
  /** The system from which the feed comes, such as `ashby`. */
  system: string;
  company: { name: string };
  /**
   * The jobs in batches, without duplicates. After the last job, the generator returns data that is known only at the
   * end of the feed.
   * @throws UnreadableFeedError if the file is not a feed of this kind
   */
  jobs: AsyncGenerator<FeedBatch, FeedEnd>;
};

/** The URL of the feed, derived from the URLs of its jobs; undefined if no job has a URL. */
type WithUrl = { url: string | undefined };

export type FeedBatch = WithUrl & { jobs: FeedJob[] };

export type FeedEnd = WithUrl & {
  /** The jobs that cannot be imported, with the reason for each. */
  skipped: { job: string; reason: string }[];
  /**
   * The ids of all jobs that the feed lists. The import closes jobs with other ids. Undefined if the list is not
   * reliable; then no job is closed.
   */
  listed: ReadonlySet<string> | undefined;
};
