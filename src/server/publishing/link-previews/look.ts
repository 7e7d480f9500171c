import { BLOCK_SHAPES } from '#shared/brand/block.ts';
import { LIGHT_COLORS } from '#shared/brand/light-colors.ts';
import type { Look } from './preview-card.ts';

/** The look of preview pictures: the light theme, with the accent of the board, if it has its own. */
export const previewLook = (accent: string): Look => ({
  colors: { ...LIGHT_COLORS, ...(accent && { brand: accent }) },
  shapes: BLOCK_SHAPES,
});
