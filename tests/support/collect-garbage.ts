import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Forces a complete garbage collection, so that the memory in use does not depend on when V8 would have collected it.
 * https://nodejs.org/api/v8.html#v8setflagsfromstringflags
 */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  collect();
  await setImmediate();
  collect();
}
