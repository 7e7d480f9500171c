import { buildIfStale } from './build-if-stale.mjs';

/** Before a run of the tests: those that read `dist` or start programs out of it never find an earlier build. */
export function setup() {
  buildIfStale();
}
