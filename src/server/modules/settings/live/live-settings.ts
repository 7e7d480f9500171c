import type { Database } from '#server/db/client.ts';
import { type FollowOptions, followChanges, type LiveValue } from '#server/db/follow-changes.ts';
import { boardLook } from '#server/http/pages/board-look.ts';
import type { StyledSite } from '#server/platform/live-site.ts';
import type { BoardRules } from '#shared/domain/board-rules.ts';
import type { BoardSettings } from '#shared/domain/board-settings.ts';
import { effectiveSettings, readSettingsRow } from '../queries.ts';

/** The settings of the board, which follow every change. */
export type LiveSettings = LiveValue<BoardSettings>;

type Options = FollowOptions & {
  /** The settings in the environment. */
  fixed: Partial<BoardSettings>;
};

export async function followSettings(
  db: Database,
  { fixed, ...options }: Options,
): Promise<LiveSettings> {
  const live = await followChanges({
    ...options,
    topic: 'settings',
    subject: 'Settings',
    async read() {
      const { version, values } = await readSettingsRow(db);
      return { version, settings: effectiveSettings(values, fixed) };
    },
    isSame: (one, other) => one.version === other.version,
  });
  return {
    get current() {
      return live.current.settings;
    },
    onChange: live.onChange,
    settle: live.settle,
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
