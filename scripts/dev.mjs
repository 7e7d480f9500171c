/**
 * `npm run dev`: the board straight from its sources. The browser takes changes to `src/web` as they
 * are saved; changes to `src/server` and `src/shared` restart the server. Migrations are applied to an
 * empty database only, because the newest one may be half written; `npm run dev -- --migrate` applies them all.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  createRunnableDevEnvironment,
  createServer as createVite,
  isRunnableDevEnvironment,
} from 'vite';
import { ROOT } from './build-if-stale.mjs';

/** One module, so that the runtime of React's fast refresh is there before the first component. */
const ENTRY = '/@dev/entry.js';
const ENTRY_SOURCE = `
  import '/@vite/client';
  import { injectIntoGlobalHook } from '/@react-refresh';
  injectIntoGlobalHook(window);
  window.$RefreshReg$ = () => {};
  window.$RefreshSig$ = () => (type) => type;
  await import('/src/web/entry-client.tsx');
`;

/** Long enough to take the files of one save, or of one switch of branches, together (ms). */
const SETTLE = 100;

const { migrate } = parseArgs({ options: { migrate: { type: 'boolean', default: false } } }).values;

/**
 * The modules that are loaded through Vite, so that the compiler checks what they are given.
 * @typedef {{
 *   '/src/server/platform/config/config.ts': typeof import('#server/platform/config/config.ts'),
 *   '/src/server/platform/logging/log-output.ts': typeof import('#server/platform/logging/log-output.ts'),
 *   '/src/server/board.ts': typeof import('#server/board.ts'),
 *   '/src/server/platform/errors.ts': typeof import('#server/platform/errors.ts'),
 *   '/src/web/entry-server.tsx': typeof import('#web/entry-server.tsx'),
 * }} Modules
 */

/**
 * Hot updates are for the browser: the router's and React's use `window`. On the server, changed files are loaded again.
 * @type {import('vite').EnvironmentOptions}
 */
const WITHOUT_HOT_UPDATES = {
  dev: {
    createEnvironment: (name, config) =>
      createRunnableDevEnvironment(name, config, { hot: false, runnerOptions: { hmr: false } }),
  },
};

const http = createServer();
const vite = await createVite({
  server: { middlewareMode: true, hmr: { server: http } },
  environments: { ssr: WITHOUT_HOT_UPDATES, server: WITHOUT_HOT_UPDATES },
  plugins: [
    {
      name: 'dev-entry',
      resolveId: (id) => (id === ENTRY ? id : undefined),
      load: (id) => (id === ENTRY ? ENTRY_SOURCE : undefined),
    },
  ],
});

/**
 * @template {keyof Modules} Path
 * @param {'server' | 'ssr'} environment
 * @param {Path} path
 * @returns {Promise<Modules[Path]>}
 */
async function load(environment, path) {
  const runnable = vite.environments[environment];
  if (!runnable || !isRunnableDevEnvironment(runnable)) throw new Error(`no ${environment}`);
  return runnable.runner.import(path);
}

/**
 * One for all restarts: each would open standard output once more.
 * @type {import('pino').Logger | undefined}
 */
let log;

/** @param {{ applyMigrations: boolean }} options */
async function start({ applyMigrations }) {
  const { readConfig } = await load('server', '/src/server/platform/config/config.ts');
  const { startBoard } = await load('server', '/src/server/board.ts');
  const { fonts } = await load('ssr', '/src/web/entry-server.tsx');

  const config = readConfig(process.env);
  log ??= await (await load('server', '/src/server/platform/logging/log-output.ts')).openLog(
    config,
  );
  const site = join(ROOT, 'src/web/public/static');
  const board = await startBoard(
    config,
    log,
    {
      render: async (request) => (await load('ssr', '/src/web/entry-server.tsx')).render(request),
      assets: { __root__: { scripts: [ENTRY], css: ['/src/web/styles/styles.css'] } },
      fonts,
      folders: { assets: site, site, demoLogos: join(ROOT, 'src/server/demo-data/logos') },
    },
    { pendingMigrations: applyMigrations ? 'apply' : 'refuse' },
  );
  // Vite puts styles and scripts into the page by itself.
  board.app.addHook('onSend', async (_request, reply) => {
    reply.removeHeader('content-security-policy');
  });
  await board.app.ready();
  return { ...board, config };
}

/** @param {unknown} error */
async function explain(error) {
  const { startupErrorMessage } = await load('server', '/src/server/platform/errors.ts');
  const explanation = startupErrorMessage(error);
  process.stderr.write(`${explanation}\n`);
  return explanation;
}

/** @param {unknown} error @returns {Promise<never>} */
async function fail(error) {
  await explain(error);
  process.exit(1);
}

/** @type {Awaited<ReturnType<typeof start>> | undefined} */
let board = await start({ applyMigrations: migrate }).catch(fail);
const { config } = board;
/** Why the server is not running. */
let failure = '';

/** One restart at a time: what is saved during one is loaded by the next. */
let restarting = Promise.resolve();

http.on('request', (request, response) => {
  vite.middlewares(request, response, async () => {
    await restarting;
    if (board) board.app.routing(request, response);
    else response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8' }).end(failure);
  });
});
http.once('error', async (error) => {
  await board?.stop();
  await fail(error);
});
http.listen(config.port, config.host, () =>
  board?.app.log.info(`${config.siteName} is ready at ${config.publicUrl}, running from source`),
);

/** @type {NodeJS.Timeout | undefined} */
let settling;
vite.watcher.on('all', (_event, file) => {
  if (/[\\/]src[\\/]web[\\/]/.test(file)) clearCaches();
  if (!/[\\/]src[\\/](server|shared)[\\/]/.test(file)) return;
  clearTimeout(settling);
  settling = setTimeout(restart, SETTLE);
});

/** Forgets the modules that the server has loaded. */
function clearCaches() {
  for (const environment of Object.values(vite.environments)) {
    if (isRunnableDevEnvironment(environment)) environment.runner.clearCache();
  }
}

function restart() {
  restarting = restarting.then(async () => {
    const previous = board;
    board = undefined;
    try {
      await previous?.stop();
      clearCaches();
      board = await start({ applyMigrations: false });
      board.app.log.info('Server restarted');
    } catch (error) {
      // What explains it may itself be what is being edited.
      failure = await explain(error).catch(String);
    }
  });
}

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    if (stopping) return;
    stopping = true;
    http.close();
    await restarting;
    await board?.stop();
    await vite.close();
    process.exit(0);
  });
}
