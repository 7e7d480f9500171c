import { setTimeout as wait } from 'node:timers/promises';
import { greenhouseJob, manyJobs } from '#server/job-feeds/testing/feed-server-jobs.ts';
import type { Source, SourcePreview } from '#shared/contract/sources.ts';
import type { IsolatedBoard } from '../isolated-board.ts';
import { accessToken } from '../server-data.ts';
import { demoPerson } from '../sign-in.ts';
import type { Feeds } from '../source-board.ts';

/** How often the API is polled (ms). */
const INTERVAL = 100;

type Call = <Body>(method: string, path: string, body?: object) => Promise<Body>;

/** Adds one source in each possible state to a board. Returns the ids of the sources, and the id of an imported job. */
export async function prepareSources(board: IsolatedBoard, feeds: Feeds) {
  const call = callerWith(board, await accessToken(demoPerson('siteadmin').email, board));

  const weaving = jobsOf('Loomworks', 13, 1_000);
  feeds.list('loomworks', weaving);
  const source = await addSource(call, 'loomworks', { companyname: 'Loomworks' });
  const { results } = await call<{ results: { id: string }[] }>(
    'GET',
    `/api/jobs?company=${source.company.id}`,
  );
  const [first, second] = await Promise.all(
    results.slice(0, 2).map(({ id }) => call<Record<string, unknown>>('GET', `/api/jobs/${id}`)),
  );
  const description = `${first?.description}\n\n${'You also keep the looms in order. '.repeat(8)}`;
  const salary = '$60K - $70K';
  await call('PUT', `/api/jobs/${first?.id}`, { ...first, salary, description });
  const title = `${second?.title} (posted by hand)`;
  await call('PUT', `/api/jobs/${second?.id}`, { ...second, salary, title });
  const third = await call<Record<string, unknown>>('GET', `/api/jobs/${results[2]?.id}`);
  await board.postJob({ ...third, salary });
  feeds.list('loomworks', [
    ...weaving.map((job, number) => ({ ...job, ...(number > 9 && { title: `Dyer ${number}` }) })),
    greenhouseJob(1_100, { title: 'Fuller', company_name: 'Loomworks' }),
    greenhouseJob(1_101, { title: '', company_name: 'Loomworks' }),
  ]);
  await run(call, source);

  const asking = await addAskingSource(board, feeds);

  feeds.list('bobbin', jobsOf('Bobbin', 2, 3_000));
  const failing = await addSource(call, 'bobbin', { companyname: 'Bobbin' });
  feeds.answer('bobbin', { status: 404 });
  await run(call, failing);

  const proposed = await addProposedSource(board, feeds);
  const vacancies = ['Dyer', 'Fuller', 'Carder'].map(
    (title, number) =>
      `<vacancy><nr>${number}</nr><name>${title}</name><link>https://ratchet.example/${number}</link></vacancy>`,
  );
  feeds.xml('https://ratchet.example/jobs.xml', `<list>${vacancies.join('')}</list>`);
  const settings = { entry: 'vacancy', id: 'nr' };
  const xml = await addSource(call, 'https://ratchet.example/jobs.xml', {
    companyname: 'Ratchet',
    settings,
  });

  feeds.list('treadle', jobsOf('Treadle', 120, 5_000));
  return {
    source: source.id,
    asking: asking.id,
    failing: failing.id,
    proposed: proposed.id,
    xml: xml.id,
    imported: results[5]?.id ?? '',
  };
}

/** Adds a source that the owner of the board's company proposes. */
export async function addProposedSource(board: IsolatedBoard, feeds: Feeds): Promise<Source> {
  const asOwner = callerWith(board, await accessToken(demoPerson('companyadmin').email, board));
  feeds.list('sleyworks', jobsOf('Sleyworks', 3, 4_000));
  return addSource(asOwner, 'sleyworks', {}, board.company.id);
}

/** Adds a source whose list lacks 9 of its 13 jobs, so that it asks whether they are closed. */
export async function addAskingSource(board: IsolatedBoard, feeds: Feeds): Promise<Source> {
  const call = callerWith(board, await accessToken(demoPerson('siteadmin').email, board));
  const jobs = jobsOf('Spindle', 13, 2_000);
  feeds.list('spindle', jobs);
  const source = await addSource(call, 'spindle', { companyname: 'Spindle' });
  feeds.list('spindle', jobs.slice(0, 4));
  await run(call, source);
  // A job is closed only if a second list lacks it an hour later.
  feeds.pass(2);
  await run(call, source);
  return source;
}

const jobsOf = (company_name: string, count: number, first: number) =>
  manyJobs(count, (number) => greenhouseJob(number, { company_name }), first);

function callerWith({ url }: IsolatedBoard, token: string): Call {
  return async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.json();
  };
}

async function until<Value>(read: () => Promise<Value>, isDone: (value: Value) => boolean) {
  for (;;) {
    const value = await read();
    if (isDone(value)) return value;
    await wait(INTERVAL);
  }
}

const isEnded = ({ lastrun }: Source) => lastrun !== null && lastrun.outcome !== 'running';

/**
 * Previews and saves a customer of Greenhouse, or the feed at a URL, and waits for its first run unless it needs an approval.
 */
async function addSource(
  call: Call,
  tenant: string,
  { settings, ...body }: { companyname?: string; settings?: Record<string, string> },
  company?: string,
): Promise<Source> {
  const url = tenant.startsWith('https:') ? tenant : `https://boards.greenhouse.io/${tenant}`;
  const { id } = await call<SourcePreview>('POST', '/api/source-previews', {
    url,
    ...(settings && { settings }),
    ...(company && { company }),
  });
  await until(
    () => call<SourcePreview>('GET', `/api/source-previews/${id}`),
    ({ result }) => result !== null,
  );
  const source = await call<Source>('POST', '/api/sources', { preview: id, ...body });
  if (source.state === 'proposed') return source;
  return until(() => call<Source>('GET', `/api/sources/${source.id}`), isEnded);
}

/** Runs a source, and waits for the end of the run. */
async function run(call: Call, { id }: Source): Promise<void> {
  const read = () => call<Source>('GET', `/api/sources/${id}`);
  // Read the last run before the request, whose response may already have the new one.
  const { lastrun } = await read();
  await call<Source>('POST', `/api/sources/${id}/run`, {});
  await until(read, (source) => isEnded(source) && source.lastrun?.id !== lastrun?.id);
}
