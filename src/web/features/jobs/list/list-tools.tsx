import { type ComponentType, useState } from 'react';
import { feeds } from '#shared/urls/paths.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { showToast } from '#web/ui/toast/toast.ts';
import type { EmbedPanelProps } from './embed-panel.tsx';

const CHUNK_LOAD_FAILED = "Couldn't load this section. Try again.";

/** The list for feed readers and other sites: a link to its feed, and the embed panel. */
export function ListTools(props: EmbedPanelProps) {
  const [open, setOpen] = useState(false);
  const [Panel, setPanel] = useState<ComponentType<EmbedPanelProps>>();

  async function toggle(): Promise<void> {
    setOpen(!open);
    if (open || Panel) return;
    try {
      // A chunk of its own: few visitors need it.
      const { EmbedPanel } = await import('./embed-panel.tsx');
      setPanel(() => EmbedPanel);
    } catch {
      setOpen(false);
      showToast('error', CHUNK_LOAD_FAILED);
    }
  }

  return (
    <div className="list-tools">
      <a href={feeds.jobsAtom(props.search)} className="link">
        Feed of this search
      </a>
      <button type="button" className="text-button js-only" aria-expanded={open} onClick={toggle}>
        Embed this list
      </button>
      {open && (Panel ? <Panel {...props} /> : <Spinner />)}
    </div>
  );
}
