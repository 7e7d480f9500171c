import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { MIGRATIONS } from './migrations.ts';

test('no two tasks share an advisory lock, and none uses a lock of an SQL function', () => {
  const keys = Object.values(ADVISORY_LOCKS);
  expect(new Set(keys).size).toBe(keys.length);
  const scripts = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'));
  const sql = scripts.map((name) => readFileSync(join(MIGRATIONS, name), 'utf8')).join('\n');
  const used = [...sql.matchAll(/advisory_\w*lock\w*\((\d+)\)/g)].map(([, key]) => Number(key));
  expect(used).not.toEqual([]);
  for (const key of used) expect(keys).not.toContain(key);
});
