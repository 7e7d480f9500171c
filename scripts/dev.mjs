/**
 * `npm run dev`: serves the board from its source files. Saved changes to `src/web` update the browser; changes to
 * `src/server` and `src/shared` restart the server. Only an empty database is migrated, because the newest migration
 * may be incomplete; `npm run dev -- --migrate` applies all.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  createRunnableDevEnvironment,
  createServer as createVite,
  isRunnableDevEnvironment,
} from 'vite';
import { buildIfStale, ROOT } from './build-if-stale.mjs';

/** A single entry module, so that the runtime of React's fast refresh is loaded before any component. */
const ENTRY = '/@dev/entry.js';
const ENTRY_SOURCE = `
  import '/@vite/client';
  import { injectIntoGlobalHook } from '/@react-refresh';
  injectIntoGlobalHook(window);
  window.$RefreshReg$ = () => {};
  window.$RefreshSig$ = () => (type) => type;
  await import('/src/web/entry-client.tsx');
`;

/** The delay before a restart (ms). It combines the files of one save or branch switch into a single restart. */
const SETTLE = 100;

const { migrate } = parseArgs({ options: { migrate: { type: 'boolean', default: false } } }).values;

/**
 * The types of the modules that Vite loads.
 * @typedef {{
 *   '/src/server/platform/config/config.ts': typeof import('#server/platform/config/config.ts'),
 *   '/src/server/platform/logging/log-output.ts': typeof import('#server/platform/logging/log-output.ts'),
 *   '/src/server/board.ts': typeof import('#server/board.ts'),
 *   '/src/server/cli/sources.ts': typeof import('#server/cli/sources.ts'),
 *   '/src/server/modules/sources/runs/importer.ts': typeof import('#server/modules/sources/runs/importer.ts'),
 *   '/src/server/platform/errors.ts': typeof import('#server/platform/errors.ts'),
 *   '/src/web/entry-server.tsx': typeof import('#web/entry-server.tsx'),
 * }} Modules
 */

/**
 * Disables hot updates on the server, because the hot updates of the router and of React need `window`. Changed files
 * are loaded again instead.
 * @type {import('vite').EnvironmentOptions}
 */
const WITHOUT_HOT_UPDATES = {
  dev: {
    createEnvironment: (name, config) =>
      createRunnableDevEnvironment(name, config, { hot: false, runnerOptions: { hmr: false } }),
  },
};

// The importer starts readers of sources from the bundle. They therefore change only at the next start.
buildIfStale(['server']);
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
 * The logger. All restarts share it, because each logger opens standard output.
 * @type {import('pino').Logger | undefined}
 */
let log;

/** @param {{ applyMigrations: boolean }} options */
async function start({ applyMigrations }) {
  const { readConfig } = await load('server', '/src/server/platform/config/config.ts');
  const { prepareDatabase, serveBoard } = await load('server', '/src/server/board.ts');
  const { fonts } = await load('ssr', '/src/web/entry-server.tsx');

  const config = readConfig(process.env);
  log ??= await (await load('server', '/src/server/platform/logging/log-output.ts')).openLog(
    config,
  );
  const site = join(ROOT, 'src/web/public/static');
  const database = await prepareDatabase(config, log, {
    pendingMigrations: applyMigrations ? 'apply' : 'refuse',
  });
  const web = {
    /** @type {import('#shared/render-page.ts').RenderPage} */
    render: async (request) => (await load('ssr', '/src/web/entry-server.tsx')).render(request),
    // Render the not-found page anew each time, because it may have changed.
    routeWithoutPage: () => undefined,
    assets: { __root__: { scripts: [ENTRY], css: ['/src/web/styles/styles.css'] } },
    signInScript: '/src/web/entry-sign-in.ts',
    fonts,
    folders: { assets: site, site, demoLogos: join(ROOT, 'src/server/demo-data/logos') },
  };
  const board = await serveBoard(config, log, web, database);
  // Remove the Content-Security-Policy, which forbids the inline styles and scripts that Vite inserts.
  board.app.addHook('onSend', async (_request, reply) => {
    reply.removeHeader('content-security-policy');
  });
  await board.app.ready();
  const importer = config.readSources ? await startImporter(database.db, config, log) : undefined;
  async function stop() {
    await importer?.stop();
    await board.stop();
  }
  return { ...board, stop, config };
}

/**
 * Reads sources in this process. In production, a separate process does (`importer-process.ts`).
 * @param {import('#server/db/client.ts').BoardDatabase} db
 * @param {import('#server/platform/config/config.ts').Config} config
 * @param {import('pino').Logger} logger
 */
async function startImporter(db, config, logger) {
  const { runOptions } = await load('server', '/src/server/cli/sources.ts');
  const { runImporter } = await load('server', '/src/server/modules/sources/runs/importer.ts');
  const ending = new AbortController();
  const running = runImporter({ ...runOptions(db, config, logger), signal: ending.signal });
  return {
    stop() {
      ending.abort();
      return running;
    },
  };
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
/** The error that has stopped the server. */
let failure = '';

/** Restarts run one after another. Changes that are saved during a restart are loaded by the next one. */
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
  board?.app.log.info(`${board.name} is ready at ${config.publicUrl}, running from source`),
);

/** @type {NodeJS.Timeout | undefined} */
let settling;
vite.watcher.on('all', (_event, file) => {
  if (/[\\/]src[\\/]web[\\/]/.test(file)) clearCaches();
  if (!/[\\/]src[\\/](server|shared)[\\/]/.test(file)) return;
  clearTimeout(settling);
  settling = setTimeout(restart, SETTLE);
});

/** Drops the modules that the server has loaded. */
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
      // The module that explains errors may itself be broken.
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
