import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { evaluateData } from '../../scripts/evaluate-data.mjs';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Bundles a program with the parts of the server that it uses, as the server itself is bundled. Otherwise, a test would
 * measure how Vite loads modules.
 * @param {URL} program
 * @returns {Promise<string>} the path of the bundle
 */
export async function bundle(program) {
  const outDir = join(ROOT, 'dist/programs');
  const name = basename(program.pathname);
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    plugins: [evaluateData()],
    build: {
      ...{ ssr: fileURLToPath(program), outDir, emptyOutDir: false },
      ...{ target: 'es2023', minify: false, copyPublicDir: false },
      rolldownOptions: { output: { entryFileNames: name } },
    },
    ssr: { noExternal: true, external: ['sharp', '@napi-rs/canvas'] },
  });
  // The folder in which the bundled modules look for these files.
  await cp(join(ROOT, 'src/server/db/migrations'), join(outDir, 'migrations'), { recursive: true });
  return join(outDir, name);
}
