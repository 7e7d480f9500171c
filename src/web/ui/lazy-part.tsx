import { type ComponentType, lazy } from 'react';

/**
 * A part of a page that few see, fetched when it is wanted. Where it cannot be fetched, such as by a
 * page from before the board was renewed, the rest of the page is there without it.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: the browser's console is the log
      console.error(error);
      return { default: () => null };
    }
  });
}
