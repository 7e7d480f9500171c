import { readFileSync } from 'node:fs';
import { errorCode, StartupError } from '#server/platform/errors.ts';
import { extendDictionary } from './job-dictionary.ts';
import { parseDictionary } from './parse-dictionary.ts';
import { SpellingGroupError } from './spelling-groups.ts';

/**
 * Adds the operator's file to the dictionary of this process.
 * @throws StartupError that names the first invalid line
 */
export function loadDictionaryFile(path: string | undefined): void {
  if (path === undefined) return;
  try {
    extendDictionary(parseDictionary(readFileSync(path, 'utf8')));
  } catch (error) {
    const reason =
      error instanceof SpellingGroupError
        ? error.message
        : `unreadable (${errorCode(error) ?? 'unknown'})`;
    throw new StartupError(`DICTIONARY_FILE ${path}: ${reason}`, { cause: error });
  }
}
