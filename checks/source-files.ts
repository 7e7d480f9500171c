import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseSync } from 'vite';
import { z } from 'zod';

export const ROOT = join(import.meta.dirname, '..');

/** The files of the repository: those that are tracked, and new ones that are not ignored. */
export function repositoryFiles(...patterns: string[]): string[] {
  const parameters = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns];
  return execFileSync('git', parameters, { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '');
}

export function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

const entries = z.record(z.string(), z.string());

export const packageJson = z
  .object({ scripts: entries, dependencies: entries, devDependencies: entries })
  .parse(JSON.parse(read('package.json')));

export type Import = { from: string; to: string };

/** The imports and re-exports in a file, including types: paths in the repository, packages and built-in modules. */
export function importsOf(file: string, source: string): Import[] {
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const names = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
      const text = source.slice(start, end);
      return /^(['"]).*\1$/.test(text) ? [text.slice(1, -1)] : [];
    }),
  ];
  return names.map((name) => ({ from: file, to: resolve(file, name) }));
}

function resolve(file: string, name: string): string {
  if (name.startsWith('#tests/')) return name.slice(1);
  if (name.startsWith('#')) return `src/${name.slice(1)}`;
  if (name.startsWith('.')) return normalize(join(dirname(file), name));
  return name;
}

/** The package that an import specifier names: `@a/b` for `@a/b/c`. */
export function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}
