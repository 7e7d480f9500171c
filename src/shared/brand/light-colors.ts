import type { BlockColor } from './block.ts';

/** The colors of the light theme in `web/styles/theme.css`, for pictures, which cannot use the theme. */
export const LIGHT_COLORS: Record<BlockColor | 'paper' | 'muted', string> = {
  paper: '#fbfaf7',
  ink: '#17192b',
  muted: '#5a5d70',
  line: '#d9d7cf',
  brand: '#2b3fd6',
  sun: '#e5a50a',
  clay: '#c9472b',
  leaf: '#2b8a63',
  plum: '#7a3fa0',
};
