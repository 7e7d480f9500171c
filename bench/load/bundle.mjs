import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { ROOT } from '../../scripts/build-if-stale.mjs';

/**
 * Bundles a program of the benchmark with the parts of the server that it uses, as the server itself is bundled.
 * Otherwise, the benchmark would measure how Vite loads modules.
 * @param {string} name of a file in this folder, without its ending
 * @returns {Promise<URL>} the program
 */
export async function bundle(name) {
  const outDir = join(ROOT, 'dist/bench');
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    build: {
      ...{ ssr: join(import.meta.dirname, `${name}.mjs`), outDir, emptyOutDir: false },
      ...{ target: 'es2023', minify: false, copyPublicDir: false },
      rolldownOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
    ssr: { noExternal: true, external: ['sharp', '@napi-rs/canvas'] },
  });
  // The folder in which the bundled modules look for these files.
  await cp(join(ROOT, 'src/server/db/migrations'), join(outDir, 'migrations'), { recursive: true });
  return new URL(`../../dist/bench/${name}.mjs`, import.meta.url);
}
