/** `node scripts/build-gazetteer.mjs FILE`: writes the tables of the gazetteer, which the server reads. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { ROOT } from './build-if-stale.mjs';

const [file = ''] = process.argv.slice(2);

/** @type {{ module: typeof import('#server/content/places/build-gazetteer.ts') }} */
const { module } = await runnerImport(join(ROOT, 'src/server/content/places/build-gazetteer.ts'));
writeFileSync(file, module.buildGazetteer());
