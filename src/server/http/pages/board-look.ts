import type { BoardIcon, BoardLook } from '#shared/brand/board-look.ts';
import { type BoardSettings, DEFAULT_SETTINGS } from '#shared/domain/board-settings.ts';
import { DEFAULT_SEED, seedOf, signOf, signPath, styleSheetPath } from './look-files.ts';

/** The icon of a board with the default look. */
const DEFAULT_ICON = '/static/icon.svg';

const looks = new WeakMap<BoardSettings, BoardLook>();

/** The look of a board with these settings. It is made once for each version of them, because every page needs it. */
export function boardLook(settings: BoardSettings): BoardLook {
  const known = looks.get(settings);
  if (known) return known;
  const look = makeLook(settings);
  looks.set(settings, look);
  return look;
}

function makeLook({ name, accent, logo, logodark, icon, icondark }: BoardSettings): BoardLook {
  const seed = name === DEFAULT_SETTINGS.name ? DEFAULT_SEED : seedOf(name);
  const drawn = seed === DEFAULT_SEED && !accent ? DEFAULT_ICON : signPath(seed, accent);
  return {
    accent,
    styleSheet: accent ? styleSheetPath(accent) : undefined,
    icons: icon ? uploadedIcons(icon, icondark) : [{ href: drawn, type: 'image/svg+xml' }],
    sign: signOf(seed),
    picture: logo || drawn,
    logo: logo ? { light: logo, dark: logodark || undefined } : undefined,
  };
}

function uploadedIcons(light: string, dark: string): BoardIcon[] {
  const type = 'image/webp';
  if (!dark) return [{ href: light, type }];
  return [
    { href: light, type, media: '(prefers-color-scheme: light)' },
    { href: dark, type, media: '(prefers-color-scheme: dark)' },
  ];
}
