import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { minify } from 'terser';
import { defineConfig, type Plugin } from 'vite';
import { evaluateData } from './scripts/evaluate-data.mjs';
import { listPackages } from './scripts/list-packages.mjs';
import { subsetFonts } from './scripts/subset-fonts.mjs';

/** The modules that most pages need. */
const SHARED_FILES = [
  'shared/(limits|urls/(paths|drawer-paths))',
  'shared/domain/(permissions|yearly-amount|salary-ranges|employment-types|job-search)',
  'shared/format/(age|capitalize|count|day|number|pay)',
  'shared/domain/plain-date',
  'shared/brand/(block|employment-types|fallback-logo|site-logo)',
  'web/(router|api/\\w+|layout/(?!restore|signed-in)[\\w-]+|routes/__root|head/use-page-head)',
  'web/auth/(session|session-state|stored-account|use-session|open-popup|redirect-callback|account-controls|request-error)',
  'web/data/(columns|lazy-component|preload-chunk|server-rendered|use-async)',
  'web/ui/(page-link|page-header|arrow-link|button|company-logo|pagination|use-debounced|use-url-text|use-used-field)',
  'web/ui/(highlight|block|spinner|focus-heading|toast/toast)',
  'web/features/jobs/(list/(job-grid|job-summary|first-place|listed-job|loaded-pages|use-list-pages)|residence/(residence|residence-control|lazy-residence-text)|marks/lazy-marks|age|employment-type)',
];

/** The chunks that every page loads. */
const ALWAYS_LOADED = /\/(framework|shared|rolldown-runtime)-/;

/**
 * The chunks that few visitors need: those of pages and panels for people who are signed in, and of the page for developers.
 * What they import is not preloaded, because its names would be in every page's script.
 */
const RARE = /\/(admin|job-pages|manage|dashboard|employers|sources|developers)-/;

/** Packages that are native or load their own files at run time. Besides the fonts, only these are `dependencies`. */
const UNBUNDLED = ['sharp', '@napi-rs/canvas'];

/**
 * Builds three bundles: `client` for the browser, `ssr` to render pages, and `server`
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
    subsetFonts(import.meta.dirname),
    withoutInsertedStyles(),
    withoutDefaultSearch(),
    shortPreload(),
    precompress(),
    evaluateData(),
    serverFiles(),
    listPackages(import.meta.dirname),
  ],
  resolve: {
    alias: {
      // React has had the hook `useSyncExternalStore` since version 18, so the shim is not needed.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  // All current browsers support ES2023, and older targets would add bytes. The timings of plugins are off, because
  // they do not help people who try the board.
  build: { target: 'es2023', rolldownOptions: { checks: { pluginTimings: false } } },
  environments: {
    client: {
      // Prepare these packages in advance. Otherwise, Vite would discover them during a sign-in and reload the page.
      optimizeDeps: { include: ['@auth0/auth0-spa-js', 'sonner'] },
      build: {
        outDir: 'dist/client',
        // Preload only what the chunk imports. The chunk itself is fetched at the same time, and every page has loaded
        // some of its imports already.
        modulePreload: {
          resolveDependencies: (chunk, imports) =>
            RARE.test(chunk)
              ? []
              : imports.filter((name) => name !== chunk && !ALWAYS_LOADED.test(name)),
        },
        manifest: true,
        rolldownOptions: {
          input: ['src/web/entry-client.tsx', 'src/web/entry-sign-in.ts'],
          // Otherwise, the limits of all forms would be in a script of every page.
          optimization: { inlineConst: { mode: 'all' } },
          output: {
            // The names of all chunks are in a script of every page, so short ones save bytes.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            // Put the code that every page needs into one file, which compresses better. The router's `useBlocker`
            // stays with the forms.
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /\/node_modules\/(react|react-dom|scheduler|@tanstack)\/(?!.*\/useBlocker)/,
                },
                {
                  name: 'shared',
                  // Small modules compress better in one chunk.
                  test: new RegExp(`/src/(${SHARED_FILES.join('|')})\\.tsx?`),
                },
                {
                  // One chunk compresses better than several.
                  name: 'detail',
                  test: /\/src\/web\/(ui\/(rich-text|alert|calendar-date)|features\/companies\/(company-card|figures-text))\.tsx?/,
                },
                // The home page needs the texts of the settings, but not the schemas of the next group, which also need them.
                { name: 'home-texts', test: /shared\/domain\/board-settings/ },
                {
                  // The schemas of requests, with which forms check their values.
                  name: 'contract',
                  test: /\/node_modules\/zod\/|\/src\/shared\/contract\//,
                },
                // The page of a job and what a closed job shares with it, which would otherwise be in a chunk of its own.
                {
                  name: 'job',
                  test: /\/src\/web\/(features\/jobs\/(detail\/(?!closed)|marks\/record)|routes\/jobs\.\$id\.tsx\?tsr-split)/,
                },
                // Two chunks for restricted pages and two for lists: the names of chunks are in a script of every page.
                {
                  name: 'forms',
                  test: /\/src\/web\/(auth\/require-role|forms\/(?!description)|data\/async-page|ui\/(field|form)\.tsx|messages|features\/reports\/reason-labels)/,
                },
                {
                  name: 'actions',
                  test: /\/src\/(web\/(actions\/|ui\/(confirm-dialog|undo-notice|use-focus-request|load-failed)|features\/jobs\/(manage\/change-jobs|unpublished\/pending-edit))|shared\/domain\/(job-lifetime|plain-date))/,
                },
                {
                  name: 'lists',
                  test: /\/src\/(web\/ui\/(search-form|empty-state)|shared\/format\/(position|company-size))/,
                },
                // The page for developers needs this part of the next group, but not its other parts.
                { name: 'outside-paths', test: /shared\/urls\/outside-paths/ },
                {
                  // The code for the head of a page after a navigation. The preview of the job form also needs parts of
                  // it.
                  name: 'head',
                  test: /\/src\/(web\/(head\/(update-head|describe-page|meta-description|head-tags)|styles\/adopt-font|layout\/restore-scroll)|shared\/(previews|format\/search))/,
                },
                // The pages with texts of the operator, and the page for developers, which is as seldom visited.
                {
                  name: 'texts',
                  test: /\/routes\/(\$page|developers)\.tsx\?tsr-split/,
                },
                // What a visitor has marked, and the page that shows it.
                {
                  name: 'marks',
                  test: /\/src\/web\/(features\/jobs\/marks\/(?!lazy|record)|routes\/saved\.tsx\?tsr-split)/,
                },
                {
                  name: 'residence',
                  test: /\/src\/(shared\/(format\/residence|domain\/eligibility)|web\/features\/jobs\/residence\/residence-text)/,
                },
                // This group precedes the next group, which also needs it.
                { name: 'time-span', test: /\/src\/shared\/format\/time-span/ },
                { name: 'employers', test: /\/routes\/employers\.\w+\.tsx\?tsr-split/ },
                { name: 'combobox', test: /ui\/use-combobox/ },
                // The code that the screens of sources share with the review of jobs, which is much larger.
                { name: 'difference', test: /ui\/difference/ },
                // What is loaded when a search field is used, and in the job form.
                {
                  name: 'suggestions',
                  test: /features\/jobs\/list\/([\w-]*suggestion|recent-searches)/,
                },
                {
                  // Use one chunk, so that the script of every page contains one name instead of several.
                  name: 'job-pages',
                  test: /\/routes\/(account|admin\.\$|(companies|jobs)\.(add|edit\.\$id))\.tsx\?tsr-split|features\/(jobs\/(unpublished|manage\/list-links)|companies\/own-company)/,
                },
                {
                  // The panels with which admins manage what a page shows.
                  name: 'manage',
                  test: /\/src\/web\/features\/(jobs\/manage\/manage-|companies\/manage-company)/,
                },
                // The links for signed-in people.
                {
                  name: 'signed-in',
                  test: /\/src\/web\/(layout\/signed-in|data\/(use-polling|inbox-count))/,
                },
                // The screens of sources, for site admins and for employers.
                { name: 'sources', test: /\/src\/web\/features\/sources\// },
                // The screens of site admins.
                { name: 'admin', test: /\/src\/web\/admin\// },
                {
                  name: 'job-list',
                  // Leave out the parts that few visitors load.
                  test: /\/src\/web\/(features\/jobs\/list\/(?!active-filters|add-page|choices|company-combobox|new-jobs|last-visit|more-filters|part-links|widening-chips|search-notes|[\w-]*suggestion|recent-searches)|routes\/_job-list)/,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Bundle everything: the renderer then starts and runs faster. In development, Node must load CommonJS packages.
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
      // Bundle the server, which saves a quarter of the processor time of a start.
      resolve: command === 'build' ? { noExternal: true, external: UNBUNDLED } : {},
      build: {
        outDir: 'dist/server',
        ssr: true,
        copyPublicDir: false,
        rolldownOptions: {
          // Allow `eval`, which a dependency uses to name deprecated functions.
          checks: { eval: false, pluginTimings: false },
          input: {
            main: 'src/server/main.ts',
            board: 'src/server/cli/main.ts',
            reader: 'src/server/modules/sources/reader/reader-program.ts',
          },
          // Write all files to one folder, because the server finds its files beside the chunk that reads them.
          output: { chunkFileNames: '[name]-[hash].js' },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      const { BUILD_ENVIRONMENTS } = process.env;
      const names = BUILD_ENVIRONMENTS?.split(',') ?? Object.keys(builder.environments);
      for (const name of names) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
    },
  },
}));

/** Leaves out the router's own format of query parameters, because this site has another; see `parseQuery`. */
function withoutDefaultSearch(): Plugin {
  let isLoaded = false;
  return {
    name: 'without-default-search',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === './searchParams.js' && importer?.endsWith('/router-core/dist/esm/router.js')
        ? '\0default-search'
        : undefined,
    load(id) {
      if (id !== '\0default-search') return;
      isLoaded = true;
      return 'export const defaultParseSearch = undefined, defaultStringifySearch = undefined;';
    },
    generateBundle() {
      if (this.environment.name === 'client' && !isLoaded)
        this.error('The router reads queries in another file; update withoutDefaultSearch.');
    },
  };
}

/** Loads chunks with `preload-chunk.ts`, because every page loads the code for this. */
function shortPreload(): Plugin {
  const ours = join(import.meta.dirname, 'src/web/data/preload-chunk.ts');
  let isReplaced = false;
  return {
    name: 'short-preload',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /^\0vite\/preload-helper/ },
      handler() {
        isReplaced = true;
        return {
          code: `export { preload as __vitePreload } from ${JSON.stringify(ours)};`,
          map: null,
        };
      },
    },
    generateBundle() {
      if (!isReplaced) this.error('Vite loads chunks with another file; update shortPreload.');
    },
  };
}

/**
 * Removes Sonner's inline styles, which the Content-Security-Policy forbids. The board loads the package's CSS file
 * instead.
 */
function withoutInsertedStyles(): Plugin {
  const call = /^__insertCSS\(".*"\);?$/m;
  return {
    name: 'without-inserted-styles',
    apply: 'build',
    transform: {
      filter: { id: /\/sonner\/dist\/index\.mjs$/ },
      handler(code) {
        if (!call.test(code))
          this.error(
            'Sonner inserts its styles in another way; update withoutInsertedStyles in vite.config.ts.',
          );
        return { code: code.replace(call, ''), map: null };
      },
    },
  };
}

/**
 * The parameters of Brotli that are tried for each file, because none is the best for all: the size of blocks, and how
 * distances are encoded. https://www.rfc-editor.org/rfc/rfc7932#section-4
 */
const BROTLI_PARAMETERS = [0, constants.BROTLI_MAX_INPUT_BLOCK_BITS].flatMap((blockBits) =>
  [
    { postfix: 0, direct: 0 },
    { postfix: 1, direct: 16 },
    { postfix: 2, direct: 48 },
  ].map(({ postfix, direct }) => ({
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGBLOCK]: blockBits,
    [constants.BROTLI_PARAM_NPOSTFIX]: postfix,
    [constants.BROTLI_PARAM_NDIRECT]: direct,
  })),
);

async function compressWithBrotli(source: Buffer): Promise<Buffer> {
  const results = await Promise.all(
    BROTLI_PARAMETERS.map((params) => promisify(brotliCompress)(source, { params })),
  );
  return results.reduce((best, result) => (result.length < best.length ? result : best));
}

/** Compresses each text file of the browser's bundle with Brotli and gzip. */
function precompress(): Plugin {
  const encodings = [
    { suffix: 'br', compress: compressWithBrotli },
    { suffix: 'gz', compress: (source: Buffer) => promisify(gzip)(source, { level: 9 }) },
  ];
  return {
    name: 'precompress',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    // Compress written files only, because Vite still edits chunks while it generates them.
    async writeBundle({ dir = '' }, bundle) {
      for (const fileName of Object.keys(bundle)) {
        if (!/\.(js|css|svg)$/.test(fileName)) continue;
        const file = join(dir, fileName);
        if (fileName.endsWith('.js'))
          await writeFile(file, await shorten(await readFile(file, 'utf8')));
        const source = await readFile(file);
        for (const { suffix, compress } of encodings) {
          await writeFile(join(dir, `${fileName}.${suffix}`), await compress(source));
        }
      }
    },
  };
}

/** The parameters of Terser that are tried for each script, because none is the best for all. */
const TERSER_PARAMETERS = [{}, { hoist_vars: true, lhs_constants: false }];

/**
 * Minifies a script once more. Terser removes half a percent of what the bundler's minifier has left. Returns the script
 * that is the smallest when compressed.
 */
async function shorten(script: string): Promise<string> {
  const results = await Promise.all(
    TERSER_PARAMETERS.map(async (parameters) => {
      const { code = script } = await minify(script, {
        module: true,
        compress: {
          passes: 3,
          collapse_vars: false,
          keep_fargs: false,
          // No code relies on a getter that has an effect.
          pure_getters: true,
          ecma: 2020,
          ...parameters,
        },
        format: { comments: false },
      });
      return { code, size: (await promisify(brotliCompress)(code)).length };
    }),
  );
  return results.reduce((best, result) => (result.size < best.size ? result : best)).code;
}

/** Copies the files that the server reads at run time. */
function serverFiles(): Plugin {
  return {
    name: 'server-files',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'server',
    async writeBundle() {
      await cp('src/server/db/migrations', 'dist/server/migrations', { recursive: true });
      await cp('src/server/demo-data/logos', 'dist/server/demo-logos', { recursive: true });
      await cp('src/server/content/images/draw-logo.mjs', 'dist/server/draw-logo.mjs');
      await cp('src/server/modules/sources/reader/watchdog.mjs', 'dist/server/watchdog.mjs');
      await cp('src/server/publishing/link-previews/drawing', 'dist/server/drawing', {
        recursive: true,
      });
    },
  };
}
