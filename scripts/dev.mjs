/**
 * `npm run dev`: the board straight from its sources. The browser takes changes to `src/web` as they
 * are saved; changes to `src/server` and `src/shared` start the server anew.
 */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createServer as createVite, isRunnableDevEnvironment } from 'vite';
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

const http = createServer();
const vite = await createVite({
  server: { middlewareMode: true, hmr: { server: http } },
  plugins: [
    {
      name: 'dev-entry',
      resolveId: (id) => (id === ENTRY ? id : undefined),
      load: (id) => (id === ENTRY ? ENTRY_SOURCE : undefined),
    },
  ],
});

/** @param {string} environment @param {string} path */
async function load(environment, path) {
  const runnable = vite.environments[environment];
  if (!runnable || !isRunnableDevEnvironment(runnable)) throw new Error(`no ${environment}`);
  return runnable.runner.import(path);
}

async function start() {
  const { readConfig } = await load('server', '/src/server/config.ts');
  const { createLogger } = await load('server', '/src/server/logger.ts');
  const { openDatabase } = await load('server', '/src/server/db/client.ts');
  const { fillEmptyBoard } = await load('server', '/src/server/db/demo-data/fill-empty-board.ts');
  const { buildApp } = await load('server', '/src/server/app.ts');

  const config = readConfig(process.env);
  const logger = createLogger(config);
  const log = (/** @type {string} */ message) => logger.info(message);
  const database = await openDatabase(config, {
    purpose: 'server',
    log,
    onConnectionLost: (/** @type {Error} */ error) => logger.warn({ err: error }),
  });
  if (config.demoData) await fillEmptyBoard(database.db);
  const site = join(ROOT, 'src/web/public/static');
  const app = await buildApp({
    config,
    logger,
    db: database.db,
    web: {
      render: async (/** @type {unknown} */ request) =>
        (await load('ssr', '/src/web/entry-server.tsx')).render(request),
      assets: { __root__: { scripts: [ENTRY], css: ['/src/web/styles.css'] } },
      folders: { assets: site, site, demoLogos: join(ROOT, 'src/server/db/demo-data/logos') },
    },
  });
  // Vite puts styles and scripts into the page by itself.
  app.addHook(
    'onSend',
    async (
      /** @type {unknown} */ _request,
      /** @type {import('fastify').FastifyReply} */ reply,
    ) => {
      reply.removeHeader('content-security-policy');
    },
  );
  await app.ready();
  return {
    config,
    log,
    routing: app.routing,
    async stop() {
      await app.close();
      await database.close();
    },
  };
}

let board = await start();
http.on('request', (request, response) => {
  vite.middlewares(request, response, () => board.routing(request, response));
});
http.listen(board.config.port, board.config.host, () =>
  board.log(`${board.config.siteName} is at ${board.config.publicUrl}, from its sources`),
);

/** @type {NodeJS.Timeout | undefined} */
let settling;
vite.watcher.on('all', (_event, file) => {
  if (!/[\\/]src[\\/](server|shared)[\\/]/.test(file)) return;
  clearTimeout(settling);
  settling = setTimeout(restart, SETTLE);
});

async function restart() {
  try {
    await board.stop();
    for (const environment of Object.values(vite.environments)) {
      if (isRunnableDevEnvironment(environment)) environment.runner.clearCache();
    }
    board = await start();
    board.log('The server has started anew.');
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  }
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    http.close();
    await board.stop();
    await vite.close();
    process.exit(0);
  });
}
