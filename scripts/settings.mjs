/**
 * `npm run settings`: writes the tables of the settings into the documents that have one, as
 * `src/server/platform/config/config.ts` describes them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { ROOT } from './build-if-stale.mjs';

const { module } =
  /** @type {{ module: typeof import('./settings-tables.ts') }} */
  (await runnerImport(join(ROOT, 'scripts/settings-tables.ts'), { logLevel: 'warn' }));

for (const document of ['README.md', 'docs/operations.md']) {
  const file = join(ROOT, document);
  writeFileSync(file, module.withSettingsTables(readFileSync(file, 'utf8')));
}
