/** How an embedded list may look, whatever its reader's own choice is. */
export const EMBED_THEMES = ['light', 'dark'] as const;

export type EmbedTheme = (typeof EMBED_THEMES)[number];

/** How many jobs it shows. */
export const EMBEDDED_JOBS = { default: 8, max: 24 } as const;
