import { buildIfStale } from './build-if-stale.mjs';

/** Builds before a test run, because some tests read `dist` or start its programs. */
export function setup() {
  buildIfStale();
}
