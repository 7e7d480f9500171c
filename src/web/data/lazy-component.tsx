import type { ComponentType, ReactNode } from 'react';
import { useAsync } from './use-async.ts';

type LazyProps = {
  /** Shown while the chunk is loading. */
  fallback?: ReactNode;
  /** Does not load the chunk yet; shows the fallback. */
  wait?: boolean;
  onFailure?: () => void;
};

/**
 * A component in a chunk of its own, loaded when it is first rendered. If loading fails, it renders nothing and the
 * error is logged: a page that was opened before a deployment may ask for a chunk that no longer exists. The next time
 * it is mounted, it tries again.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | undefined;
  return function Lazy({ fallback, wait = false, onFailure, ...props }: LazyProps & Props) {
    const { status } = useAsync(
      Loaded || wait ? undefined : 'chunk',
      async () => {
        Loaded = await load();
      },
      onFailure,
    );
    if (Loaded) return <Loaded {...(props as unknown as Props)} />;
    return (wait || status === 'loading') && fallback;
  };
}
