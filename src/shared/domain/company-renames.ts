/** The states of a request to change the name or website of a company. An approved request is deleted. */
export const RENAME_STATES = ['review', 'rejected'] as const;

export type RenameState = (typeof RENAME_STATES)[number];
