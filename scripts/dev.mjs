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
  const { startBoard } = await load('server', '/src/server/start-board.ts');

  const config = readConfig(process.env);
  const site = join(ROOT, 'src/web/public/static');
  const board = await startBoard(config, createLogger(config), {
    render: async (/** @type {unknown} */ request) =>
      (await load('ssr', '/src/web/entry-server.tsx')).render(request),
    assets: { __root__: { scripts: [ENTRY], css: ['/src/web/styles.css'] } },
    folders: { assets: site, site, demoLogos: join(ROOT, 'src/server/db/demo-data/logos') },
  });
  // Vite puts styles and scripts into the page by itself.
  board.app.addHook(
    'onSend',
    async (
      /** @type {unknown} */ _request,
      /** @type {import('fastify').FastifyReply} */ reply,
    ) => {
      reply.removeHeader('content-security-policy');
    },
  );
  await board.app.ready();
  return { ...board, config };
}

/** @param {unknown} error */
async function fail(error) {
  const { complaint } = await load('server', '/src/server/startup-error.ts');
  process.stderr.write(`${complaint(error)}\n`);
  process.exit(1);
}

let board = await start().catch(fail);
http.on('request', (request, response) => {
  vite.middlewares(request, response, () => board.app.routing(request, response));
});
http.once('error', async (error) => {
  await board.stop();
  await fail(error);
});
http.listen(board.config.port, board.config.host, () =>
  board.app.log.info(`${board.config.siteName} is at ${board.config.publicUrl}, from its sources`),
);

/** @type {NodeJS.Timeout | undefined} */
let settling;
vite.watcher.on('all', (_event, file) => {
  if (!/[\\/]src[\\/](server|shared)[\\/]/.test(file)) return;
  clearTimeout(settling);
  settling = setTimeout(restart, SETTLE);
});

/** One at a time: what is saved while the server starts anew is taken by the next. */
let restarting = Promise.resolve();

function restart() {
  restarting = restarting.then(async () => {
    try {
      await board.stop();
      for (const environment of Object.values(vite.environments)) {
        if (isRunnableDevEnvironment(environment)) environment.runner.clearCache();
      }
      board = await start();
      board.app.log.info('The server has started anew.');
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
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
    await board.stop();
    await vite.close();
    process.exit(0);
  });
}
