import { BLOCK_SHAPES } from '#shared/brand/block.ts';
import type { Look } from './preview-card.ts';

/** The look of preview pictures, with the colors of the light theme in `web/styles/theme.css`. */
export const LOOK: Look = {
  colors: {
    paper: '#fbfaf7',
    ink: '#17192b',
    muted: '#5a5d70',
    line: '#d9d7cf',
    brand: '#2b3fd6',
    sun: '#e5a50a',
    clay: '#c9472b',
    leaf: '#2b8a63',
    plum: '#7a3fa0',
  },
  shapes: BLOCK_SHAPES,
};
