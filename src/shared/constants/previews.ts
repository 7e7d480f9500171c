/** The size of every preview picture (pixels), as social networks ask for it. https://ogp.me/#structured */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;
