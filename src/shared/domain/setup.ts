/**
 * What a new board asks of its first site admin: some questions, then the checks of a list. A board never goes back to an
 * earlier step.
 */
export const SETUP_STEPS = ['questions', 'checklist', 'done'] as const;

export type SetupStep = (typeof SETUP_STEPS)[number];

/** What a new board needs: something to read, a text that many countries require, mails that arrive, and backups. */
export const SETUP_CHECKS = ['jobs', 'imprint', 'mail', 'backup'] as const;

export type SetupCheck = (typeof SETUP_CHECKS)[number];
