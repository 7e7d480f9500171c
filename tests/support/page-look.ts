import { boardLook } from '#server/http/pages/board-look.ts';
import type { PageLook } from '#server/http/pages/plain-page.ts';
import { DEFAULT_SETTINGS } from '#shared/domain/board-settings.ts';

/** The look of pages without React on a board with this name, for tests that build only a part of the app. */
export const pageLook = (name = 'Test Board'): PageLook => ({
  site: { name, origin: '', look: boardLook(DEFAULT_SETTINGS) },
  styleSheets: [],
  fonts: [],
});
