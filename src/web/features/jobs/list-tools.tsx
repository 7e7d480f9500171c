import { type ComponentType, useState } from 'react';
import { PART_FAILED } from '#shared/constants/part-failed.ts';
import { feeds } from '#shared/paths.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { showToast } from '#web/ui/toast.ts';
import type { EmbedPanelProps } from './embed-panel.tsx';

/** The list in other forms: for feed readers, and for other sites. */
export function ListTools(props: EmbedPanelProps) {
  const [open, setOpen] = useState(false);
  const [Panel, setPanel] = useState<ComponentType<EmbedPanelProps>>();

  async function toggle(): Promise<void> {
    setOpen(!open);
    if (open || Panel) return;
    try {
      // For few, so that visitors load nothing of it.
      const { EmbedPanel } = await import('./embed-panel.tsx');
      setPanel(() => EmbedPanel);
    } catch {
      setOpen(false);
      showToast('error', PART_FAILED);
    }
  }

  return (
    <div className="list-tools">
      <a href={feeds.jobsAtom(props.search)} className="link">
        Feed of this search
      </a>
      <button
        type="button"
        className="text-button needs-script"
        aria-expanded={open}
        onClick={toggle}
      >
        Embed this list
      </button>
      {open && (Panel ? <Panel {...props} /> : <Spinner />)}
    </div>
  );
}
