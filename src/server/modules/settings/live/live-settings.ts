import type { Database } from '#server/db/client.ts';
import { type FollowedValue, type FollowOptions, followValue } from '#server/db/follow-value.ts';
import { boardLook } from '#server/http/pages/board-look.ts';
import type { StyledSite } from '#server/platform/live-site.ts';
import type { BoardSettings } from '#shared/domain/board-settings.ts';
import type { JobRules } from '#shared/domain/job-drafts.ts';
import { effectiveSettings, readSettingsRow } from '../queries.ts';

/** The topic of notifications about changed settings. */
const SETTINGS = 'settings';

/** The settings of the board, which follow every change. */
export type LiveSettings = FollowedValue<BoardSettings>;

type Options = {
  /** The settings in the environment. */
  fixed: Partial<BoardSettings>;
} & Pick<FollowOptions<BoardSettings>, 'changes' | 'logger'>;

/** Follows the settings. */
export async function followSettings(
  db: Database,
  { fixed, changes, logger }: Options,
): Promise<LiveSettings> {
  const followed = await followValue({
    name: 'Settings',
    topic: SETTINGS,
    read: async () => {
      const { version, values } = await readSettingsRow(db);
      return { version, settings: effectiveSettings(values, fixed) };
    },
    isSame: (one, other) => one.version === other.version,
    changes,
    logger,
  });
  return {
    get current() {
      return followed.current.settings;
    },
    onChange: followed.onChange,
    settle: followed.settle,
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
