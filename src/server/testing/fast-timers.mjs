/**
 * Loaded into a server and its workers before their own program; `?factor=` says how many times as fast. All processes get
 * the same factor, because they expect each other's heartbeats.
 */
import { shortenTimers } from './shorten-timers.mjs';

shortenTimers(Number(new URL(import.meta.url).searchParams.get('factor')));
