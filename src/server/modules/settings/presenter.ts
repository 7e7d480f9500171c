import { FIXED_BY } from '#server/platform/config/config.ts';
import type { StoredSettings } from '#shared/contract/board-settings.ts';
import { type BoardSettings, SETTING_NAMES } from '#shared/domain/board-settings.ts';
import { effectiveSettings, type SettingsRow } from './queries.ts';

/** @param fixed the settings in the environment */
export function presentSettings(
  { values, version }: SettingsRow,
  fixed: Partial<BoardSettings>,
): StoredSettings {
  return {
    settings: effectiveSettings(values, fixed),
    version,
    fixed: SETTING_NAMES.flatMap((setting) => {
      const variable = FIXED_BY[setting];
      return variable && fixed[setting] !== undefined ? { setting, variable } : [];
    }),
  };
}
