import { describe, expect, test } from 'vitest';
import {
  accentContrast,
  accentSchemes,
  contrast,
  isReadable,
  readableAccent,
  TEXT_CONTRAST,
} from './accent.ts';

/** The backgrounds of `web/styles/theme.css` on which links and controls are. */
const LIGHT = ['#fbfaf7', '#ffffff'];
const DARK = ['#12141f', '#1a1d2b'];

const READABLE = {
  'the default color': '#2b3fd6',
  green: '#1a7f4e',
  red: '#c1121f',
  purple: '#7a3fa0',
  orange: '#b14a00',
  teal: '#00707a',
  'dark yellow': '#7a6400',
  'pure blue': '#0000ff',
  gray: '#666666',
  'the lightest gray': '#737373',
  'nearly black': '#010203',
  black: '#000000',
};

describe.each(Object.entries(READABLE))('%s', (_name, accent) => {
  const { light, dark } = accentSchemes(accent);

  test('is used as it is in the light scheme', () => {
    expect(isReadable(accent)).toBe(true);
    expect(readableAccent(accent)).toBe(accent);
    expect(light.brand).toBe(accent);
  });

  test('can be read on each background and below the text of buttons, in both schemes', () => {
    for (const [{ brand, onBrand, brandTint }, backgrounds] of [
      [light, LIGHT],
      [dark, DARK],
    ] as const) {
      for (const other of [...backgrounds, brandTint, onBrand]) {
        expect(contrast(brand, other), `${brand} on ${other}`).toBeGreaterThanOrEqual(
          TEXT_CONTRAST,
        );
      }
    }
  });

  test('has tints on which ink can be read', () => {
    expect(contrast(light.brandTint, '#17192b')).toBeGreaterThan(7);
    expect(contrast(dark.brandTint, '#eeeef3')).toBeGreaterThan(7);
  });
});

test('the colors that are derived from the default accent are close to those of the default theme', () => {
  const { light, dark } = accentSchemes('#2b3fd6');
  const channels = (color: string) =>
    [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  for (const [derived, theme] of [
    [light.brandTint, '#e6e9ff'],
    [dark.brandTint, '#20264d'],
    [dark.brand, '#8f9bff'],
  ] as const) {
    channels(derived).forEach((value, index) => {
      expect(Math.abs(value - (channels(theme)[index] ?? 0)), derived).toBeLessThan(24);
    });
  }
  expect([light.onBrand, dark.onBrand]).toEqual(['#ffffff', '#12141f']);
});

test('a color without hue stays without it', () => {
  const { light, dark } = accentSchemes('#666666');
  for (const color of [light.brandTint, dark.brand, dark.brandTint]) {
    expect(color).toMatch(/^#(..)\1\1$/);
  }
});

test.each([
  ['yellow', '#ffd700', 1.3],
  ['white', '#ffffff', 1],
  ['light gray', '#999999', 2.7],
  ['the color of the dark theme', '#8f9bff', 2.4],
  ['a gray that is slightly too light', '#747474', 4.5],
])('%s is not readable, and a darker color of the same hue is', (_name, accent, expected) => {
  expect(isReadable(accent)).toBe(false);
  expect(accentContrast(accent)).toBeCloseTo(expected, 1);
  const darker = readableAccent(accent);
  expect(isReadable(darker)).toBe(true);
  expect(accentContrast(darker)).toBeLessThan(5);
});

test('contrast is that of WCAG', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('#123456', '#123456')).toBe(1);
});
