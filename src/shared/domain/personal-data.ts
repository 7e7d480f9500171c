/** The states of a download of personal data. */
export const EXPORT_STATES = ['preparing', 'ready', 'failed'] as const;

export type ExportState = (typeof EXPORT_STATES)[number];

/** How long a download of personal data is available (hours). */
export const EXPORT_HOURS = 24;

/** The word that confirms the deletion of an account to which no code can be sent. */
export const DELETION_WORD = 'DELETE';

/** How a person confirms the deletion of their account. */
export const CONFIRMATIONS = ['code', 'word'] as const;

export type Confirmation = (typeof CONFIRMATIONS)[number];
