import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** What most pages need. */
const SHARED_FILES = [
  'shared/(limits|urls/paths)',
  'shared/domain/(permissions|dollars|plain-date|salary-ranges|employment-types|job-search)',
  'shared/brand/(block|employment-types|site-logo)',
  'web/(router|api/\\w+|layout/[\\w-]+|routes/__root|head/use-page-head)',
  'web/auth/(session|stored-account|use-session|open-popup|redirect-callback|account-controls|drawer-account|sign-in-errors)',
  'web/data/(lazy-component|use-async)',
  'web/ui/(page-link|page-header|arrow-link|button|card-grid|pagination|empty-state|use-debounced)',
  'web/ui/(highlight|calendar-date|block|spinner|focus-heading|toast/toast|toast/load-toaster)',
  'web/features/jobs/(list/job-grid|list/job-summary|employment-type)',
];

/** Packages that are native or load files of their own at run time: with the fonts, the only `dependencies`. */
const UNBUNDLED = ['sharp', '@napi-rs/canvas', 'i18n-iso-countries', 'city-timezones'];

/**
 * One build, three bundles: `client` for the browser, `ssr` that renders the pages, and `server`
 * with the server and its commands.
 */
export default defineConfig(({ command }) => ({
  appType: 'custom',
  publicDir: 'src/web/public',
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/web/routes',
      generatedRouteTree: 'src/web/route-tree.gen.ts',
      quoteStyle: 'single',
      semicolons: true,
      addExtensions: true,
    }),
    react(),
    tailwindcss(),
    withoutInsertedStyles(),
    precompress(),
    serverFiles(),
  ],
  // How long a build takes is nothing that someone who tries the board needs to hear of.
  // Every current browser has had this for years; what is older would cost everybody some weight.
  build: { target: 'es2023', rolldownOptions: { checks: { pluginTimings: false } } },
  environments: {
    client: {
      // Found only when someone signs in, they would reload the page in the midst of it.
      optimizeDeps: { include: ['@auth0/auth0-spa-js', 'sonner'] },
      build: {
        outDir: 'dist/client',
        manifest: true,
        rolldownOptions: {
          input: 'src/web/entry-client.tsx',
          output: {
            // What every page needs, in one file: it compresses better whole. The forms' own part of the
            // router stays with them.
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /\/node_modules\/(react|react-dom|scheduler|@tanstack)\/(?!.*\/useBlocker)/,
                },
                {
                  name: 'shared',
                  // Most of these are a few hundred bytes, which compress better together.
                  test: new RegExp(`/src/(${SHARED_FILES.join('|')})\\.tsx?`),
                },
                {
                  name: 'job-list',
                  // Without the two parts that few visitors load.
                  test: /\/src\/web\/features\/jobs\/list\/(?!embed|company-combobox)/,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Bundled whole, the renderer starts and runs faster; unbundled, CommonJS needs Node to load it.
      resolve: { noExternal: command === 'build' ? true : [] },
      build: {
        outDir: 'dist/ssr',
        copyPublicDir: false,
        emitAssets: false,
        rolldownOptions: { input: 'src/web/entry-server.tsx' },
      },
    },
    server: {
      consumer: 'server',
      // A start then takes three quarters of the processor time.
      resolve: command === 'build' ? { noExternal: true, external: UNBUNDLED } : {},
      build: {
        outDir: 'dist/server',
        ssr: true,
        copyPublicDir: false,
        rolldownOptions: {
          // A dependency names deprecated functions by `eval`.
          checks: { eval: false, pluginTimings: false },
          input: {
            main: 'src/server/main.ts',
            board: 'src/server/cli/main.ts',
          },
          // All in one folder: the server finds its files beside whichever chunk asks for them.
          output: { chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) {
        await builder.build(environment);
      }
    },
  },
}));

/**
 * Sonner puts its styles into the page by script, which the Content-Security-Policy forbids; the
 * board loads them as the file that comes with the package.
 */
function withoutInsertedStyles(): Plugin {
  const call = /^__insertCSS\(".*"\);?$/m;
  return {
    name: 'without-inserted-styles',
    apply: 'build',
    transform: {
      filter: { id: /\/sonner\/dist\/index\.mjs$/ },
      handler(code) {
        if (!call.test(code)) this.error('Sonner no longer inserts its styles as it did.');
        return { code: code.replace(call, ''), map: null };
      },
    },
  };
}

/** Writes each text file of the browser's bundle in Brotli and gzip beside it. */
function precompress(): Plugin {
  const encodings = [
    {
      suffix: 'br',
      compress: (source: Buffer) =>
        promisify(brotliCompress)(source, {
          params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
        }),
    },
    { suffix: 'gz', compress: (source: Buffer) => promisify(gzip)(source, { level: 9 }) },
  ];
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    // Only what is written is final: Vite still edits the chunks while they are generated.
    async writeBundle({ dir = '' }, bundle) {
      for (const fileName of Object.keys(bundle)) {
        if (!/\.(js|css|svg)$/.test(fileName)) continue;
        const source = await readFile(join(dir, fileName));
        for (const { suffix, compress } of encodings) {
          await writeFile(join(dir, `${fileName}.${suffix}`), await compress(source));
        }
      }
    },
  };
}

/** The files that the server reads at run time, beside its bundle. */
function serverFiles(): Plugin {
  return {
    name: 'server-files',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'server',
    async writeBundle() {
      await cp('src/server/db/migrations', 'dist/server/migrations', { recursive: true });
      await cp('src/server/demo-data/logos', 'dist/server/demo-logos', { recursive: true });
      await cp('src/server/content/images/draw-logo.mjs', 'dist/server/draw-logo.mjs');
      await cp('src/server/publishing/link-previews/drawing', 'dist/server/drawing', {
        recursive: true,
      });
    },
  };
}
