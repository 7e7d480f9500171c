import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRoot, unprivilegedAccount } from '#server/db/embedded-postgres/account.ts';
import { asAccount } from '#server/db/embedded-postgres/child.ts';
import { freePort, makeDataDir } from '#tests/support/process.ts';
import { ROOT } from './source-files.ts';

/** The last stage of the Dockerfile, one instruction a line. */
const image = (await readFile(join(ROOT, 'Dockerfile'), 'utf8'))
  .replaceAll(/\\\n\s*/g, '')
  .split(/^FROM .*$/m)
  .at(-1)
  ?.split('\n')
  .filter((line) => /^[A-Z]/.test(line))
  .map((line) => {
    const [instruction = '', ...rest] = line.split(' ');
    return { instruction, text: rest.join(' ') };
  });

function instructions(name: string): string[] {
  return (image ?? []).filter(({ instruction }) => instruction === name).map(({ text }) => text);
}

/** What is run: `["node", "…"]`, maybe with options before it. */
function command(name: string): string[] {
  const [text = ''] = instructions(name);
  return JSON.parse(text.slice(text.indexOf('[')));
}

let folder: string;
let account: Awaited<ReturnType<typeof unprivilegedAccount>> | undefined;

/** The packages that `npm ci --omit=dev` installs, out of those that are installed here. */
async function copyPackages(to: string): Promise<void> {
  const list = ['ls', '--omit=dev', '--all', '--parseable'];
  const { stdout } = await promisify(execFile)('npm', list, { cwd: ROOT });
  for (const path of stdout.trim().split('\n').slice(1)) {
    const nested = (source: string) =>
      source === path || !relative(path, source).startsWith('node_modules');
    await cp(path, join(to, relative(join(ROOT, 'node_modules'), path)), {
      recursive: true,
      filter: nested,
      verbatimSymlinks: true,
    });
  }
}

beforeAll(async () => {
  folder = await makeDataDir();
  const board = join(folder, 'board');
  for (const text of instructions('COPY')) {
    const [, stage, from = '', to = ''] = /^--from=(\w+) \/board\/(\S+) (\S+)$/.exec(text) ?? [];
    if (stage === 'dependencies') await copyPackages(join(board, to));
    else await cp(join(ROOT, from), join(board, to), { recursive: true });
  }
  // The checkout may be out of reach of who runs it.
  await cp(
    join(ROOT, 'tests/support/stub-event-loop-delay.mjs'),
    join(folder, 'stub-event-loop-delay.mjs'),
  );
  // Nobody but root may change what the image is made of.
  await chmod(board, 0o755);
  const data = join(folder, 'data');
  await mkdir(data);
  if (!isRoot()) return;
  account = await unprivilegedAccount();
  await chown(data, account.uid, account.gid);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the image’s files are a whole board, for an unprivileged user in an empty folder', async () => {
  expect(instructions('USER')).toEqual(['node']);
  const settings = Object.fromEntries(
    instructions('ENV').flatMap((text) => text.split(' ').map((pair) => pair.split('='))),
  );
  expect(instructions('VOLUME')).toEqual([settings.DATA_DIR]);
  const run = ([program = '', ...parameters]: string[]) =>
    spawn(program === 'node' ? process.execPath : program, parameters, {
      ...asAccount(account),
      cwd: join(folder, 'board'),
      env: {
        PATH: process.env.PATH,
        ...settings,
        DATA_DIR: join(folder, 'data'),
        PORT: String(port),
        NODE_OPTIONS: `--import=${pathToFileURL(join(folder, 'stub-event-loop-delay.mjs'))}`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const port = await freePort();
  const probe = async () => (await once(run(command('HEALTHCHECK')), 'close'))[0];
  expect(await probe()).toBe(1);
  const server = run(command('CMD'));
  const ended = once(server, 'close');
  let said = '';
  const ready = new Promise<void>((resolve) => {
    for (const stream of [server.stdout, server.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes('Composable Jobs is ready at')) resolve();
      });
    }
  });
  try {
    // A first start makes the database too, which takes long on a busy machine.
    await Promise.race([ready, ended]);
    expect(said).toContain('Composable Jobs is ready at');
    expect(await probe()).toBe(0);
    const reply = await fetch(`http://127.0.0.1:${port}/jobs`);
    expect(reply.status).toBe(200);
    expect(await reply.text()).toContain('</html>');
    // A picture is drawn by a program of its own, out of further packages.
    const preview = await fetch(`http://127.0.0.1:${port}/previews/board.png`);
    expect(preview.headers.get('content-type')).toBe('image/png');
    await preview.arrayBuffer();
  } finally {
    server.kill('SIGTERM');
  }
  expect(await ended).toEqual([0, null]);
});
