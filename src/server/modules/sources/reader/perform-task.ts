import type { TakeTurn } from '#server/job-feeds/fetch/host-turn.ts';
import type { Network } from '#server/job-feeds/fetch/network.ts';
import { UnreadableFeedError } from '#server/job-feeds/systems/system.ts';
import { findSystem } from '#server/job-feeds/systems/systems.ts';
import { readAshbyFile } from '../files/read-ashby-file.ts';
import { findFeeds } from '../previews/find-feeds.ts';
import { type ClientReach, openFeedClient } from '../runs/open-client.ts';
import { readList } from '../runs/read-list.ts';
import type { ListTask, ReaderReach, Results, Services, Task } from './messages.ts';
import type { Progress } from './watch-progress.ts';

/** The minimum time between two reports of what was received (ms). */
const REPORT_INTERVAL = 1_000;

type Context = { services: Services; progress: Progress; signal: AbortSignal };

/** Performs a task of a reader. */
export async function performTask(task: Task, context: Context): Promise<Results[Task['kind']]> {
  if (task.kind === 'list') return performList(task, context);
  if (task.kind === 'page') {
    const { feeds, page } = await findFeeds(reachOf(task.reach, context), task.url);
    const found = feeds.map(({ system, tenant }) => ({ system: system.id, tenant }));
    return { feeds: found, page: page?.href };
  }
  const batches = readAshbyFile(task.path, context.progress.onStep);
  try {
    let next = await batches.next();
    for (; !next.done; next = await batches.next()) await context.services.onBatch(next.value);
    return next.value;
  } finally {
    // Close the file if the import has failed.
    await batches.return({ url: undefined, skipped: [], listed: undefined });
  }
}

async function performList(task: ListTask, context: Context): Promise<Results['list']> {
  const { services, progress } = context;
  const { address, validators, known, now, maxDetails } = task;
  const system = findSystem(task.system);
  if (!system) throw new UnreadableFeedError(`the board knows no system ${task.system}`);
  const client = openFeedClient(reachOf(task.reach, context), { system, address, validators });
  let requests = 0;
  let reportedAt = Number.NEGATIVE_INFINITY;
  const received = () => ({ requests, bytes: client.receivedBytes() });
  const counted = {
    get: (...parameters: Parameters<typeof client.get>) => {
      requests += 1;
      return client.get(...parameters);
    },
  };
  try {
    const { changed, ...list } = await readList({
      system,
      address,
      client: counted,
      known,
      now,
      maxDetails,
      onEntry: progress.onStep,
      // Send changed entries page by page, so that they are in the memory of one process only.
      async onPage(page) {
        const entries = page.changed.splice(0);
        if (entries.length > 0) await services.onEntries(entries);
        if (performance.now() - reportedAt < REPORT_INTERVAL) return;
        reportedAt = performance.now();
        await services.onReceived({ listed: page.listed, ...received() });
      },
    });
    return { list, validators: client.validators() ?? {} };
  } finally {
    await services.onReceived(received());
    await client.close();
  }
}

function reachOf(
  { publicUrl, limits, detour }: ReaderReach,
  { services, progress, signal }: Context,
): ClientReach {
  const takeTurn: TakeTurn = async (host) => {
    const turn = await services.takeTurn(host);
    return { end: (rest) => services.endTurn(turn, rest) };
  };
  const { resolve, reroute } = services;
  const network: Network | undefined = detour && { resolve, detour: { ...detour, reroute } };
  return { publicUrl, limits, network, takeTurn, signal, onRead: progress.onBytes };
}
