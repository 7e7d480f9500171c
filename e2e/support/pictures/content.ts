import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '#tests/support/process.ts';
import type { IsolatedBoard } from '../isolated-board.ts';
import { accessToken } from '../server-data.ts';
import { demoPerson } from '../sign-in.ts';
import type { Feeds } from '../source-board.ts';
import { prepareSources } from './sources.ts';

/** The ids of the jobs and companies that the pictures show, by the names in the paths of the screens. */
export type Content = Record<string, string>;

const HEBREW = 'מהנדסת תוכנה בכירה לפיתוח פלטפורמות ענן (צוות התשתיות)';
const ARABIC = 'مهندس برمجيات أول لتطوير المنصات السحابية – فريق البنية التحتية';
const LONG_WORDS = `Oddity ${'Donaudampfschifffahrt'.repeat(10)}`.slice(0, 200);
const LONG_TITLE =
  `Oddity: ${'Senior Principal Staff Engineer for Distributed Storage, Search and Developer Platforms, '.repeat(3)}`.slice(
    0,
    200,
  );

/** A description with every kind of element. */
const DESCRIPTION = `An introduction with **bold**, _italic_ and \`code\`, and [a link](https://example.com/${'long-path/'.repeat(12)}).

## What you will do

- Build things, with a list entry that is long enough to need more than one line on the screen of a phone.
- Mend things
  - and their parts
  - and the parts of those

### How

1. First
2. Second

> A quotation of somebody who is glad to work here.

\`\`\`
a block of code that is wider than the screen of a phone, and which has to wrap or scroll
\`\`\`

---

${HEBREW}
`;

const PLACES = Array.from({ length: 300 }, (_, number) => `Vila Nova ${number + 1}`);

/** Adds unusual jobs and companies to a board. */
export async function prepareContent(board: IsolatedBoard, feeds: Feeds): Promise<Content> {
  const { postJob, addCompany, call } = board;
  const foreign = await addCompany({ name: 'شركة المنصات السحابية', description: ARABIC });
  const long = await addCompany({
    name: `${'Worldwide Consolidated Holdings and Partners '.repeat(4)}`.slice(0, 150).trim(),
    website: `https://${'subdomain.'.repeat(6)}example/${'path/'.repeat(20)}`,
  });
  const idle = await addCompany({ name: 'No Jobs Yet' });
  const words = await postJob({ title: LONG_WORDS, company: { id: long.id } });
  const title = await postJob({ title: LONG_TITLE, location: 'Vila Nova de Gaia; '.repeat(10) });
  const hebrew = await postJob({ title: `${HEBREW} oddity`, location: 'תל אביב' });
  const arabic = await postJob({
    title: `${ARABIC} oddity`,
    company: { id: foreign.id },
    location: 'الرياض',
    description: `${ARABIC}\n\n- ${ARABIC}`,
  });
  const rich = await postJob({
    title: 'Everything oddity',
    description: DESCRIPTION,
    type: 'Remote',
    workplace: 'remote',
    validthrough: '2126-12-24',
    salary: '',
    pay: { minimum: 50_000, maximum: 60_000, currency: 'GBP', unit: 'year' },
  });
  const closed = await postJob({ title: 'Closed oddity', description: DESCRIPTION });
  await call('POST', `/api/jobs/${closed.id}/close`);
  const deleted = await postJob({ title: 'Deleted oddity' });
  await call('DELETE', `/api/jobs/${deleted.id}`);
  const conflict = await postJob({ title: 'Contested oddity' });
  await importPlaces(board);
  const asOwner = callerWith(board, await accessToken(demoPerson('companyadmin').email, board));
  await submitJob(board, asOwner);
  await editCompany(board, asOwner);
  const { results } = await (await fetch(`${board.url}/api/jobs?type=Full-Time`)).json();
  const usual = results.find(({ title }: { title: string }) => !title.includes('oddity'));
  const found = await (await fetch(`${board.url}/api/jobs?q=Everywhere`)).json();
  await ask(board, [usual.id, rich.id]);
  return {
    job: usual.id,
    company: usual.companyid,
    closed: closed.id,
    deleted: deleted.id,
    words: words.id,
    title: title.id,
    hebrew: hebrew.id,
    arabic: arabic.id,
    rich: rich.id,
    foreign: foreign.id,
    long: long.id,
    idle: idle.id,
    own: board.company.id,
    places: found.results[0].id,
    conflict: conflict.id,
    ...(await prepareSources(board, feeds)),
  };
}

/** Calls the API of a board as a person. Throws if the call is refused. */
type Call = <Reply = { id: string }>(method: string, path: string, body: object) => Promise<Reply>;

function callerWith({ url }: IsolatedBoard, token: string): Call {
  return async (method, path, body) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    const text = await response.text();
    return text && JSON.parse(text);
  };
}

/** Submits a job with a sign of fraud, so that it waits for a review. */
async function submitJob(board: IsolatedBoard, asOwner: Call): Promise<void> {
  const { state } = await asOwner<{ state: string }>('POST', '/jobs', {
    title: LONG_TITLE,
    type: 'Contract',
    location: 'Porto',
    applyurl: '',
    salary: '$60K - $70K',
    description: `${DESCRIPTION}\n\nWrite to carpenter.jobs@gmail.com`,
    company: { id: board.company.id },
  });
  if (state !== 'review') throw new Error('The job is not in review');
}

/** Fills the profile of the employer's company, and asks for another name and website. */
async function editCompany({ company }: IsolatedBoard, asOwner: Call): Promise<void> {
  await asOwner('PUT', `/companies/${company.id}`, {
    id: company.id,
    name: 'Weavers of Bergen and Daughters',
    website: `https://weavers-of-bergen.example/${'path/'.repeat(12)}`,
    description: 'We **weave** sailcloth and tents by the sea.\n\n- By hand\n- Since 1921',
    industry: 'Textiles and outdoor equipment',
    size: '1001-5000',
    founded: 1921,
    places: ['Bergen, Norway', 'Oslo', 'Vila Nova de Gaia, Portugal', 'Remote in Europe'],
    links: [
      'https://video.example/weavers',
      `https://social.example/${'weavers-of-bergen'.repeat(5)}`,
    ],
  });
}

/** Claims a company, registers another one with its first job, and reports jobs, each of which waits for a site admin. */
async function ask(board: IsolatedBoard, reported: string[]): Promise<void> {
  const asMember = callerWith(board, await accessToken(demoPerson('user').email, board));
  const claim = await asMember('POST', '/claims', { company: { id: board.company.id } });
  await asMember('POST', `/claims/${claim.id}/submit`, { message: 'I work there.\nAsk Mary.' });
  const registration = {
    name: 'Carders and Daughters',
    website: `https://carders.example/${'path/'.repeat(12)}`,
    description: 'We **card** wool.\n\n- By hand',
  };
  const { id } = await asMember('POST', '/claims', { registration });
  await asMember('PUT', `/claims/${id}/job`, {
    title: LONG_TITLE,
    type: 'Contract',
    location: 'Porto',
    applyurl: 'https://carders.example/apply',
    salary: '$60K - $70K',
    description: DESCRIPTION,
    state: 'submitted',
  });
  await asMember('POST', `/claims/${id}/submit`, { message: 'I founded it.' });
  for (const job of reported) {
    const report = { reason: 'scam', text: 'They ask for money.\nIn advance.' };
    await asMember('POST', `/jobs/${job}/reports`, report);
  }
}

/** Imports a job with many places, which no form could enter. */
async function importPlaces({ dataDir, url }: IsolatedBoard): Promise<void> {
  const file = join(dataDir, 'Everywhere%20Inc.json');
  const [location, ...others] = PLACES;
  const job = {
    id: 'everywhere',
    title: 'Everywhere oddity',
    employmentType: 'Contract',
    location,
    publishedAt: '2026-03-04T05:06:07Z',
    isListed: true,
    isRemote: false,
    secondaryLocations: others.map((place) => ({ location: place })),
    descriptionHtml: '<p>You travel.</p>',
    applyUrl: 'https://example.com/apply',
  };
  await writeFile(file, JSON.stringify({ jobs: [job] }));
  const importing = run('import', { DATA_DIR: dataDir, PORT: new URL(url).port }, [file]);
  const code = await importing.ended;
  await rm(file);
  if (code !== 0) throw new Error(`The import ended with ${code}: ${importing.output()}`);
}
