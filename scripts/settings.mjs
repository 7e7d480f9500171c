/** `npm run settings`: writes the tables of settings from `src/server/platform/config/config.ts`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { ROOT } from './build-if-stale.mjs';

const { module } =
  /** @type {{ module: typeof import('./settings-tables.ts') }} */
  (await runnerImport(join(ROOT, 'scripts/settings-tables.ts'), { logLevel: 'warn' }));

const file = join(ROOT, 'docs/operations/settings.md');
writeFileSync(file, module.withSettingsTables(readFileSync(file, 'utf8')));
