/** The board as mails and pages name it. The name follows the settings, so it must be read when it is needed. */
export type LiveSite = {
  /** The public origin of the board. */
  readonly origin: string;
  readonly name: string;
};
