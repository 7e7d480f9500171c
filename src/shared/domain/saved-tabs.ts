/** The tabs of the page of what a visitor keeps, in their order. The first one is shown without a parameter. */
export const SAVED_TABS = ['saved', 'applied', 'searches', 'hidden'] as const;

export type SavedTab = (typeof SAVED_TABS)[number];

/** The tabs with jobs that the visitor has marked. */
export type MarkTab = Exclude<SavedTab, 'searches'>;
