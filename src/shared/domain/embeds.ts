/** The themes that an embedded list can have. By default, it follows the theme of the reader's system. */
export const EMBED_THEMES = ['light', 'dark'] as const;

export type EmbedTheme = (typeof EMBED_THEMES)[number];

/** The number of jobs in an embedded list. */
export const EMBEDDED_JOBS = { default: 8, max: 24 } as const;
