import { DEFAULT_SETTINGS, type HomeTexts } from '#shared/domain/board-settings.ts';
import type { Site } from '#shared/render-page.ts';

/** The texts of the home page. */
export const homeTexts = ({ texts }: Site): HomeTexts => ({ ...DEFAULT_SETTINGS, ...texts });
