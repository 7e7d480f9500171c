import type { PlacedBlock } from './block.ts';

/** The look of a board: what its settings change in pages, feeds and previews. */
export type BoardLook = {
  /** The accent color; empty for the default one. */
  accent: string;
  /** The URL path of the style sheet with the colors of the accent; undefined if there is none. */
  styleSheet?: string | undefined;
  /** The icon, and another one for the dark scheme. */
  icons: BoardIcon[];
  /** The sign that is drawn if there is no logo: four blocks. */
  sign: readonly PlacedBlock[];
  /** The sign as a picture, or the logo, as a URL path. */
  picture: string;
  /** The paths of the logo; undefined if there is none. `dark` is for the dark scheme, if it differs. */
  logo?: { light: string; dark?: string | undefined } | undefined;
};

export type BoardIcon = { href: string; type: string; media?: string | undefined };
