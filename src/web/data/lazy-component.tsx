import type { ComponentType, ReactNode } from 'react';
import { useAsync } from './use-async.ts';

/** The toast after a failure to load a chunk that a person asked for. */
export const CHUNK_LOAD_FAILED = "Couldn't load this section. Try again.";

type LazyProps = {
  /** Shown until the chunk has loaded. */
  fallback?: ReactNode;
  onFailure?: () => void;
};

/**
 * Makes a component whose chunk is loaded when the component is first rendered. If loading fails, the component renders
 * nothing and the error is logged: a page that was opened before a deployment may request a chunk that no longer
 * exists. The next time the component is mounted, it tries again.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | undefined;
  return function Lazy({ fallback, onFailure, ...props }: LazyProps & Props) {
    const { status } = useAsync(
      Loaded ? undefined : 'chunk',
      async () => {
        Loaded = await load();
      },
      onFailure,
    );
    if (Loaded) return <Loaded {...(props as unknown as Props)} />;
    return status === 'loading' && fallback;
  };
}
