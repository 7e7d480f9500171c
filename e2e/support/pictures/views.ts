/** The folder with the pictures. Playwright empties `test-results` at each run, but never this folder. */
export const FOLDER = 'screens';

export const SCHEMES = ['light', 'dark'] as const;

export type Scheme = (typeof SCHEMES)[number];

/** How a screen is viewed: the size of the window (CSS pixels) and the settings of the browser. */
export type View = {
  width: number;
  height: number;
  /** The zoom level: at 4, a window of 1280 device pixels is 320 CSS pixels wide. */
  zoom?: number;
  javaScript?: boolean;
};

/** The views of every screen. */
export const VIEWS = {
  '360': { width: 360, height: 740 },
  '768': { width: 768, height: 1_024 },
  '1280': { width: 1_280, height: 800 },
} as const satisfies Record<string, View>;

/**
 * More views of the main screens. The zoom levels are those of WCAG 2.2:
 * https://www.w3.org/WAI/WCAG22/Understanding/reflow.html
 */
export const MORE_VIEWS = {
  'no script 360': { ...VIEWS['360'], javaScript: false },
  'no script 1280': { ...VIEWS['1280'], javaScript: false },
  'zoom 200': { width: 640, height: 512, zoom: 2 },
  'zoom 400': { width: 320, height: 256, zoom: 4 },
} as const satisfies Record<string, View>;

/** The views of mails: a phone, and the reading pane of a mail program. */
export const MAIL_VIEWS = {
  '360': VIEWS['360'],
  '700': { width: 700, height: 800 },
} as const satisfies Record<string, View>;

export type ViewName = keyof typeof VIEWS | keyof typeof MORE_VIEWS | keyof typeof MAIL_VIEWS;

export const ALL_VIEWS: Record<ViewName, View> = { ...VIEWS, ...MORE_VIEWS, ...MAIL_VIEWS };

const SEPARATOR = ' @ ';

/** The file name of a picture. */
export function pictureName(screen: string, view: ViewName, scheme: Scheme): string {
  return `${[screen, view, scheme].join(SEPARATOR)}.png`;
}

/** The name of the screen that a file shows. */
export function screenOf(file: string): string {
  return file.split(SEPARATOR)[0] ?? '';
}
