import type { Database } from '#server/db/client.ts';
import { type FollowOptions, followChanges, type LiveValue } from '#server/db/follow-changes.ts';
import { boardLook } from '#server/http/pages/board-look.ts';
import type { StyledSite } from '#server/platform/live-site.ts';
import type { BoardSettings } from '#shared/domain/board-settings.ts';
import type { JobRules } from '#shared/domain/job-drafts.ts';
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
    get accent() {
      return settings.current.accent;
    },
    get look() {
      return boardLook(settings.current);
    },
  };
}

/** The rules for jobs. They follow the settings, so they must be read when they are needed. */
export function liveRules(settings: LiveSettings): JobRules {
  return {
    get rule() {
      return settings.current.review;
    },
    get payRequired() {
      return settings.current.payrequired;
    },
  };
}
