import { StartupError } from '#server/platform/errors.ts';

/** The `code` of a Node.js or PostgreSQL error. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** The first line of what an error says. */
export function errorLine(error: unknown): string {
  const text = error instanceof Error ? error.message || (errorCode(error) ?? error.name) : error;
  return String(text).split('\n')[0] ?? '';
}

/** Runs `action`, and gives `otherwise` where it fails with one of these error codes. */
export async function ignoreErrors<T, U>(
  codes: readonly string[],
  action: () => Promise<T>,
  otherwise: U,
): Promise<T | U> {
  try {
    return await action();
  } catch (error) {
    if (codes.includes(errorCode(error) ?? '')) return otherwise;
    throw error;
  }
}

const DISK_FULL_CODES = ['ENOSPC', 'EDQUOT', '53100'];
const DISK_FULL_TEXT = /No space left on device|Disk quota exceeded/;
const UNUSABLE_FOLDER_CODES = [
  ...['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EISDIR', 'ENOENT'],
  ...['ENAMETOOLONG', 'ELOOP', 'EIO'],
];

/** Whether an error, or the output of a program, tells of a full disk. */
export function isDiskFull(problem: unknown): boolean {
  if (DISK_FULL_CODES.includes(errorCode(problem) ?? '')) return true;
  return DISK_FULL_TEXT.test(problem instanceof Error ? problem.message : String(problem));
}

/** The one line for a full disk. */
export function diskFull(folder: string): StartupError {
  return new StartupError(
    `The disk that holds ${folder} is full: free some space, or set DATA_DIR to a folder on another disk.`,
  );
}

/** Turns what a user can cause into the one line they need; anything else is returned as it is. */
export function explainFailure(error: unknown, folder: string): unknown {
  if (error instanceof StartupError) return error;
  if (isDiskFull(error)) return diskFull(folder);
  // A program that cannot be run has a path as well, and is no matter of the folder.
  const isAboutFile =
    error instanceof Error && 'path' in error && !error.message.startsWith('spawn ');
  if (isAboutFile && UNUSABLE_FOLDER_CODES.includes(errorCode(error) ?? '')) {
    return new StartupError(
      `The folder ${folder} cannot be used (${errorLine(error)}): give this user access to it, or set DATA_DIR to another folder.`,
    );
  }
  return error;
}

/**
 * The line of PostgreSQL's own output that says what went wrong, without its time and process
 * number: the last fatal one, else the last one of any kind.
 */
export function lastMeaningfulLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const line =
    lines.findLast((candidate) => /\b(FATAL|PANIC): /.test(candidate)) ??
    lines.findLast((candidate) => /\berror: /i.test(candidate)) ??
    lines.at(-1) ??
    '';
  return line.replace(/^.*?\b(FATAL|PANIC|ERROR|LOG|HINT|DETAIL|error):\s+/, '').trim();
}
