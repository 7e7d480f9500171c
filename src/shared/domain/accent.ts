/**
 * Derives the colors of a board from its accent color, so that texts and controls in them can be read in both schemes.
 * Lightness is changed in OKLCH, which keeps the hue: https://www.w3.org/TR/css-color-4/#ok-lab
 */

/** The colors that follow the accent, as in `web/styles/theme.css`. */
export type AccentColors = {
  /** Links, and the background of buttons. */
  brand: string;
  /** Text on `brand`. */
  onBrand: string;
  /** The background of chips and chosen options, with text in `brand` or in ink. */
  brandTint: string;
};

export type AccentSchemes = { light: AccentColors; dark: AccentColors };

/** The format of an accent, in lower case. */
export const ACCENT = /^#[0-9a-f]{6}$/;

/** The contrast of text with its background that WCAG 2.2 demands at level AA. https://www.w3.org/TR/WCAG22/#contrast-minimum */
export const TEXT_CONTRAST = 4.5;

const PAPER = '#fbfaf7';
const WHITE = '#ffffff';
const DARK_PAPER = '#12141f';
const DARK_RAISED = '#1a1d2b';

/** The tints of the default theme have this lightness and at most this chroma. */
const LIGHT_TINT = { lightness: 0.94, chroma: 0.03 };
const DARK_TINT = { lightness: 0.28, chroma: 0.07 };

/** The lightness that the accent has at least in the dark scheme, as in the default theme. */
const DARK_LIGHTNESS = 0.73;

/** The lightness changes in steps of this size. */
const STEP = 0.005;

type Oklch = { lightness: number; chroma: number; hue: number };
type Channels = readonly [red: number, green: number, blue: number];

/**
 * The contrast of the accent as the color of links in the light scheme. Focus outlines need less: 3:1. White text on a
 * button in this color has a higher contrast, because white is lighter than paper.
 */
export const accentContrast = (accent: string): number => contrast(accent, PAPER);

/** Whether texts in this color can be read in the light scheme. The color of the dark scheme is derived, so it always can. */
export const isReadable = (accent: string): boolean => accentContrast(accent) >= TEXT_CONTRAST;

/** The color of the same hue that is the nearest one with enough contrast: the accent itself, or a darker color. */
export function readableAccent(accent: string): string {
  return isReadable(accent) ? accent : darken(toOklch(accent), isReadable);
}

/**
 * The colors of both schemes.
 * @param accent a readable color
 */
export function accentSchemes(accent: string): AccentSchemes {
  const { lightness, chroma, hue } = toOklch(accent);
  const tint = (from: typeof LIGHT_TINT) => ({
    lightness: from.lightness,
    chroma: Math.min(chroma, from.chroma),
    hue,
  });
  const darkTint = toHex(tint(DARK_TINT));
  return {
    light: {
      brand: accent,
      onBrand: WHITE,
      brandTint: lighten(tint(LIGHT_TINT), (color) => contrast(accent, color) >= TEXT_CONTRAST),
    },
    dark: {
      brand: lighten({ lightness: Math.max(lightness, DARK_LIGHTNESS), chroma, hue }, (color) =>
        [DARK_PAPER, DARK_RAISED, darkTint].every(
          (background) => contrast(color, background) >= TEXT_CONTRAST,
        ),
      ),
      onBrand: DARK_PAPER,
      brandTint: darkTint,
    },
  };
}

/** The contrast ratio of two colors, from 1 to 21. https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red, green, blue] = toLinear(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const lighten = (color: Oklch, isEnough: IsEnough) => change(color, STEP, isEnough);
const darken = (color: Oklch, isEnough: IsEnough) => change(color, -STEP, isEnough);

type IsEnough = (color: string) => boolean;

/** The first color that is enough, on the way to white or black. */
function change(color: Oklch, step: number, isEnough: IsEnough): string {
  for (let { lightness } = color; lightness > 0 && lightness < 1; lightness += step) {
    const found = toHex({ ...color, lightness });
    if (isEnough(found)) return found;
  }
  return step > 0 ? WHITE : '#000000';
}

/** The channels of a color in linear light, from 0 to 1. */
function toLinear(color: string): Channels {
  const channel = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** The matrices are those of https://bottosson.github.io/posts/oklab/ */
function toOklch(color: string): Oklch {
  const [red, green, blue] = toLinear(color);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  };
}

function oklchToLinear({ lightness, chroma, hue }: Oklch): Channels {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const ROUNDING = 1e-4;
const isInGamut = (channels: Channels) =>
  channels.every((channel) => channel >= -ROUNDING && channel <= 1 + ROUNDING);

/** Writes a color in sRGB. Its chroma is reduced as far as screens need it. https://www.w3.org/TR/css-color-4/#gamut-mapping */
function toHex(color: Oklch): string {
  let channels = oklchToLinear(color);
  if (!isInGamut(channels)) {
    let [low, high] = [0, color.chroma];
    for (let round = 0; round < 20; round += 1) {
      const chroma = (low + high) / 2;
      if (isInGamut(oklchToLinear({ ...color, chroma }))) low = chroma;
      else high = chroma;
    }
    channels = oklchToLinear({ ...color, chroma: low });
  }
  return `#${channels.map(toHexDigits).join('')}`;
}

function toHexDigits(linear: number): string {
  const value = Math.min(1, Math.max(0, linear));
  const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, '0');
}
