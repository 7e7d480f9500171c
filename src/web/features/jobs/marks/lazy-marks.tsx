import { useEffect, useSyncExternalStore } from 'react';
import { useAccount, useSession } from '#web/auth/use-session.ts';
import { CHUNK_LOAD_FAILED } from '#web/data/lazy-component.tsx';
import { Button } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast/toast.ts';
import type { MarkedJob } from './marks.ts';

type Controls = typeof import('./controls.tsx');

/** The code of marks; undefined until it is loaded. It is in a separate chunk, because first visitors have no marks. */
let controls: Controls | undefined;

/** Calls a function of the code of marks once it is loaded. */
export function withMarks(
  run: (loaded: Controls) => void,
  onFailure: (error: unknown) => void = () => showToast('error', CHUNK_LOAD_FAILED),
): void {
  import('./controls.tsx').then((loaded) => {
    controls = loaded;
    run(loaded);
  }, onFailure);
}

/** Loads the marks of the visitor after hydration, if there may be any, and those of a person who signs in. */
export function useLoadMarks(): void {
  const session = useSession();
  const account = useAccount();
  useEffect(() => {
    // After a sign-out, nothing of the account stays visible.
    dispatchEvent(new Event('storage'));
    try {
      if (account || localStorage.marks || localStorage.seen) {
        withMarks(({ follow }) => follow(session), reportError);
      }
    } catch {
      // Storage is forbidden, so there are no marks.
    }
  }, [session, account]);
}

/** What the visitor has marked; undefined on the server, during hydration and until the code is loaded. */
export function useMarks() {
  return useSyncExternalStore(
    subscribe,
    () => controls?.readCards(),
    () => undefined,
  );
}

/** Browsers send this event only to the other tabs. This tab sends it itself after a change. */
function subscribe(onChange: () => void): () => void {
  addEventListener('storage', onChange);
  return () => removeEventListener('storage', onChange);
}

type Props = {
  job: MarkedJob;
  variant: 'text' | 'secondary';
  /** The id of an element that names the job. */
  describedBy?: string;
};

/** The buttons with which a visitor saves a job, and opens the menu with what else they may do with it. */
export function MarkButtons({ job, variant, describedBy }: Props) {
  const isSaved = useMarks()?.of(job).isSaved ?? false;
  const button = { variant, className: 'js-only', 'aria-describedby': describedBy };
  return (
    <>
      <Button
        {...button}
        aria-pressed={isSaved}
        onClick={() => withMarks(({ toggleSaved }) => toggleSaved(job))}
      >
        {isSaved ? 'Saved' : 'Save'}
      </Button>
      <Button
        {...button}
        aria-label="Actions"
        aria-haspopup="dialog"
        onClick={({ currentTarget }) =>
          withMarks(({ openMarkMenu }) => openMarkMenu(job, currentTarget))
        }
      >
        ⋯
      </Button>
    </>
  );
}
