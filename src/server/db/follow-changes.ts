import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type ChangeListener, type ChangeTopic, EVERYTHING } from './change-listener.ts';

/** The pause before a value is read again after a failure (ms). */
const RETRY_DELAY = 250;

/** A value in the database that follows every change. Read it when it is needed, and do not keep it. */
export type LiveValue<Value> = {
  readonly current: Value;
  /** Registers a function that is called after each change. */
  onChange(listener: () => void): void;
  /** Resolves once changes of which this process has been notified are in effect. */
  settle(): Promise<void>;
};

export type FollowOptions = {
  /** Reports changes; if undefined, the value stays as it is. */
  changes: Pick<ChangeListener, 'subscribe' | 'announce'> | undefined;
  logger: Pick<FastifyBaseLogger, 'warn'>;
};

type Followed<Value> = FollowOptions & {
  /** The topic of the notifications about changes. */
  topic: ChangeTopic;
  /** The subject of the log line about a failure, such as "Settings". */
  subject: string;
  read: () => Promise<Value>;
  isSame: (one: Value, other: Value) => boolean;
};

/**
 * Reads a value that every page depends on, and reads it again after each change by any process. Then everything that was
 * made with the former value is outdated, such as cached pages.
 */
export async function followChanges<Value>({
  topic,
  subject,
  read,
  isSame,
  changes,
  logger,
}: Followed<Value>): Promise<LiveValue<Value>> {
  const listeners: (() => void)[] = [];
  let isOutdated = false;
  let reading: Promise<void> | undefined;

  async function readAgain(): Promise<void> {
    while (isOutdated) {
      isOutdated = false;
      try {
        const next = await read();
        if (isSame(current, next)) continue;
        current = next;
        for (const listener of listeners) listener();
        changes?.announce(EVERYTHING);
      } catch (error) {
        logger.warn({ err: error }, `${subject} not read; trying again`);
        isOutdated = true;
        await pause(RETRY_DELAY, undefined, { ref: false });
      }
    }
    reading = undefined;
  }

  // Subscribe before the first reading, so that no change between the two is missed.
  let isReady = false;
  changes?.subscribe((changed) => {
    if (changed !== topic && changed !== EVERYTHING) return;
    isOutdated = true;
    if (isReady) reading ??= readAgain();
  });
  let current = await read();
  isReady = true;
  if (isOutdated) reading = readAgain();
  return {
    get current() {
      return current;
    },
    onChange: (listener) => {
      listeners.push(listener);
    },
    settle: async () => reading,
  };
}
