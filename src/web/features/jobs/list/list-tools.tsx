import { useState } from 'react';
import { feeds } from '#shared/urls/paths.ts';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { showToast } from '#web/ui/toast/toast.ts';
import type { EmbedPanelProps } from './embed-panel.tsx';

export const CHUNK_LOAD_FAILED = "Couldn't load this section. Try again.";

/** This component is in a separate chunk, because few visitors need it. */
const EmbedPanel = lazyComponent(async () => (await import('./embed-panel.tsx')).EmbedPanel);

/** Tools for following a list elsewhere: a link to its feed, and the embed panel. */
export function ListTools(props: EmbedPanelProps) {
  const [open, setOpen] = useState(false);

  function onFailure(): void {
    setOpen(false);
    showToast('error', CHUNK_LOAD_FAILED);
  }

  return (
    <div className="list-tools">
      <a href={feeds.jobsAtom(props.search)} className="link tap-target">
        Feed of this search
      </a>
      <Button
        variant="text"
        className="js-only"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        Embed this list
      </Button>
      {open && <EmbedPanel {...props} fallback={<Spinner />} onFailure={onFailure} />}
    </div>
  );
}
