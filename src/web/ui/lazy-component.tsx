import { type ComponentType, lazy } from 'react';

/**
 * A component in a chunk of its own, loaded when it is first rendered. If loading fails, it renders nothing and the
 * error is logged: a page that was opened before a deployment may ask for a chunk that no longer exists.
 */
export function lazyComponent<Props>(load: () => Promise<ComponentType<Props>>) {
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
