import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type ChangeListener, EVERYTHING } from '#server/db/change-listener.ts';
import type { Database } from '#server/db/client.ts';
import { boardLook } from '#server/http/pages/board-look.ts';
import type { StyledSite } from '#server/platform/live-site.ts';
import type { BoardRules } from '#shared/domain/board-rules.ts';
import type { BoardSettings } from '#shared/domain/board-settings.ts';
import { effectiveSettings, readSettingsRow } from '../queries.ts';

/** The topic of notifications about changed settings. */
const SETTINGS = 'settings';

/** The pause before settings are read again after a failure (ms). */
const RETRY_DELAY = 250;

/** The settings of the board, which follow every change. Read them when they are needed, and do not keep them. */
export type LiveSettings = {
  readonly current: BoardSettings;
  /** Registers a function that is called after each change. */
  onChange(listener: () => void): void;
  /** Resolves once changes of which this process has been notified are in effect. */
  settle(): Promise<void>;
};

type Options = {
  /** The settings in the environment. */
  fixed: Partial<BoardSettings>;
  /** Reports changes; if undefined, the settings stay as they are. */
  changes: Pick<ChangeListener, 'subscribe' | 'announce'> | undefined;
  logger: Pick<FastifyBaseLogger, 'warn'>;
};

/**
 * Reads the settings, and reads them again after each change by any process. Then everything that was made with the former
 * settings is outdated, such as cached pages.
 */
export async function followSettings(
  db: Database,
  { fixed, changes, logger }: Options,
): Promise<LiveSettings> {
  const listeners: (() => void)[] = [];
  let { version, values } = await readSettingsRow(db);
  let current = effectiveSettings(values, fixed);
  let isOutdated = false;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    while (isOutdated) {
      isOutdated = false;
      try {
        const row = await readSettingsRow(db);
        if (row.version === version) continue;
        ({ version, values } = row);
        current = effectiveSettings(values, fixed);
        for (const listener of listeners) listener();
        changes?.announce(EVERYTHING);
      } catch (error) {
        logger.warn({ err: error }, 'Settings not read; trying again');
        isOutdated = true;
        await pause(RETRY_DELAY, undefined, { ref: false });
      }
    }
    reading = undefined;
  }

  changes?.subscribe((topic) => {
    if (topic !== SETTINGS && topic !== EVERYTHING) return;
    isOutdated = true;
    reading ??= read();
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

export function liveSite(origin: string, settings: LiveSettings): StyledSite {
  return {
    origin,
    get name() {
      return settings.current.name;
    },
    get contact() {
      return settings.current.contact;
    },
    get accent() {
      return settings.current.accent;
    },
    get look() {
      return boardLook(settings.current);
    },
  };
}

export function liveRules(settings: LiveSettings): BoardRules {
  return {
    get rule() {
      return settings.current.review;
    },
    get payRequired() {
      return settings.current.payrequired;
    },
    get types() {
      return settings.current.types;
    },
    get daysOpen() {
      return settings.current.daysopen;
    },
    get timeZone() {
      return settings.current.timezone;
    },
    get registration() {
      return settings.current.registration;
    },
    get moderation() {
      return settings.current.moderation;
    },
  };
}
