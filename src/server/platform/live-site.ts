import type { BoardLook } from '#shared/brand/board-look.ts';

/** The board as mails name it. The name follows the settings, so it must be read when it is needed. */
export type LiveSite = {
  /** The public origin of the board. */
  readonly origin: string;
  readonly name: string;
  /** The email address at which people reach the operator; empty or absent if there is none. */
  readonly contact?: string | undefined;
  /** The accent color. By default, that of the default theme. */
  readonly accent?: string | undefined;
};

/** The board as pages, feeds and previews show it. */
export type StyledSite = LiveSite & { readonly look: BoardLook };
