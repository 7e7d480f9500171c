/** The themes that an embedded list can have. By default, the list follows the theme of the visitor's system. */
export const EMBED_THEMES = ['light', 'dark'] as const;

export type EmbedTheme = (typeof EMBED_THEMES)[number];

/** The number of jobs in an embedded list. */
export const EMBEDDED_JOBS = { default: 8, max: 24 } as const;
