import type { FeedClient } from '../../fetch/fetch-client.ts';
import type { FeedJob } from '../feed-job.ts';
import type { FeedAddress, ListEnd, ListedItem, System } from '../system.ts';
import { type Recording, recordedClient } from './recorded-client.ts';

export type ReadFeed = ListEnd & {
  items: ListedItem[];
  jobs: FeedJob[];
  /** The ids of the entries that were left out, and the reasons. */
  left: { id: string | undefined; reason: string }[];
  urls: string[];
};

/** Reads a source as a run does: the whole list, the details of each entry, and the jobs. */
export async function readFeed(
  system: System,
  address: string | FeedAddress,
  recording: Recording,
): Promise<ReadFeed> {
  const client = recordedClient(recording);
  const source = typeof address === 'string' ? { tenant: address } : address;
  const { items, end } = await readList(system, source, client);
  const jobs: FeedJob[] = [];
  const left: ReadFeed['left'] = [];
  for (const item of items) {
    const data = system.detail ? await system.detail(source, item, client) : item.data;
    const converted = system.toJob(data, source);
    if ('reason' in converted) left.push({ id: item.id, reason: converted.reason });
    else jobs.push(converted);
  }
  // A run does not count an empty list as complete.
  const isComplete = end.isComplete && items.length > 0;
  return { ...end, isComplete, items, jobs, left, urls: client.requests.map(({ url }) => url) };
}

async function readList(system: System, address: FeedAddress, client: FeedClient) {
  const list = system.list(address, client);
  const items: ListedItem[] = [];
  let next = await list.next();
  for (; !next.done; next = await list.next()) items.push(...next.value);
  return { items, end: next.value };
}
