import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The paths where a program with one of these names may be. @param {string[]} names */
export function inPath(names) {
  const { PATH = '' } = process.env;
  return PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
}

/** @param {string} path */
export function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
