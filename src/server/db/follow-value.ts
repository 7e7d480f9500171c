import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type ChangeListener, type ChangeTopic, EVERYTHING } from './change-listener.ts';

/** The pause before a value is read again after a failure (ms). */
const RETRY_DELAY = 250;

/** A value in the database that follows every change. Read it when it is needed, and do not keep it. */
export type FollowedValue<Value> = {
  readonly current: Value;
  /** Registers a function that is called after each change. */
  onChange(listener: () => void): void;
  /** Resolves once changes of which this process has been notified are in effect. */
  settle(): Promise<void>;
};

export type FollowOptions<Value> = {
  /** What the log calls the value. */
  name: string;
  /** The topic of notifications about changes. */
  topic: ChangeTopic;
  read: () => Promise<Value>;
  isSame: (one: Value, other: Value) => boolean;
  /** Reports changes; if undefined, the value stays as it is. */
  changes: Pick<ChangeListener, 'subscribe' | 'announce'> | undefined;
  logger: Pick<FastifyBaseLogger, 'warn'>;
};

/**
 * Reads a value, and reads it again after each change by any process. Then everything that was made with the former value is
 * outdated, such as cached pages.
 */
export async function followValue<Value>({
  name,
  topic,
  read,
  isSame,
  changes,
  logger,
}: FollowOptions<Value>): Promise<FollowedValue<Value>> {
  const listeners: (() => void)[] = [];
  let current = await read();
  let isOutdated = false;
  let reading: Promise<void> | undefined;

  async function readAgain(): Promise<void> {
    while (isOutdated) {
      isOutdated = false;
      try {
        const next = await read();
        if (isSame(next, current)) continue;
        current = next;
        for (const listener of listeners) listener();
        changes?.announce(EVERYTHING);
      } catch (error) {
        logger.warn({ err: error }, `${name} not read; trying again`);
        isOutdated = true;
        await pause(RETRY_DELAY, undefined, { ref: false });
      }
    }
    reading = undefined;
  }

  changes?.subscribe((changed) => {
    if (changed !== topic && changed !== EVERYTHING) return;
    isOutdated = true;
    reading ??= readAgain();
  });
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
