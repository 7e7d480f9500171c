/** The size of preview images (pixels), as social networks recommend. https://ogp.me/#structured */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;
