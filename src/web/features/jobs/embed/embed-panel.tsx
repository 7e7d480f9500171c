import { type ReactNode, useState } from 'react';
import { EMBED_THEMES, EMBEDDED_JOBS, type EmbedTheme } from '#shared/domain/embeds.ts';
import { embeds } from '#shared/urls/outside-paths.ts';
import type { JobSearch } from '#shared/urls/paths.ts';
import { useSite } from '#web/data/use-site.ts';
import { Button } from '#web/ui/button.tsx';
import { showToast } from '#web/ui/toast/toast.ts';
import { embedSnippet } from './embed-snippet.ts';

/** The heights of the frame (CSS pixels). A frame without scripts cannot fit its list, so a longer list scrolls in it. */
const HEIGHTS = { Small: 400, Medium: 640, Large: 960 };

const JOB_COUNTS = [4, EMBEDDED_JOBS.default, 12, EMBEDDED_JOBS.max];

/** The HTML that embeds a list in another site, and a preview of it. */
export function EmbedPanel({ search }: { search: JobSearch }) {
  const site = useSite();
  const [theme, setTheme] = useState<EmbedTheme>();
  const [limit, setLimit] = useState<number>(EMBEDDED_JOBS.default);
  const [height, setHeight] = useState(HEIGHTS.Medium);
  const path = embeds.jobs({ ...search, theme, limit });
  const snippet = embedSnippet(`${site.origin}${path}`, `Jobs at ${site.name}`, height);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(snippet);
      showToast('success', 'HTML copied');
    } catch {
      // The clipboard is unavailable without https, and without permission.
      showToast('error', "Couldn't copy the HTML. Select it and copy it.");
    }
  }

  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
      <div className="grid content-start gap-5">
        <Choice
          label="Theme"
          value={theme ?? ''}
          onChange={(value) => setTheme(EMBED_THEMES.find((option) => option === value))}
        >
          <option value="">Same as the reader’s system</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </Choice>
        <Choice label="Jobs" value={limit} onChange={(value) => setLimit(Number(value))}>
          {JOB_COUNTS.map((count) => (
            <option key={count}>{count}</option>
          ))}
        </Choice>
        <Choice label="Height" value={height} onChange={(value) => setHeight(Number(value))}>
          {Object.entries(HEIGHTS).map(([label, pixels]) => (
            <option key={label} value={pixels}>
              {`${label} (${pixels} pixels)`}
            </option>
          ))}
        </Choice>
        <label className="field">
          <span className="field-label">HTML for your site</span>
          <textarea
            className="input font-mono text-small"
            readOnly
            rows={6}
            value={snippet}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </label>
        <p className="js-only">
          <Button onClick={() => void copy()}>Copy HTML</Button>
        </p>
      </div>
      {/* Changing the key replaces the frame. Changing `src` would add a history entry, so that Back would not leave
          this page. */}
      <iframe
        key={path}
        src={path}
        title="Preview"
        height={height}
        loading="lazy"
        className="w-full rounded-sm border border-line"
      />
    </div>
  );
}

type ChoiceProps = {
  label: string;
  value: string | number;
  onChange: (value: string) => void;
  children: ReactNode;
};

/** A select box. Without JavaScript, it would change nothing. */
function Choice({ label, onChange, ...select }: ChoiceProps) {
  return (
    <label className="field js-only">
      <span className="field-label">{label}</span>
      <select className="select" onChange={({ target }) => onChange(target.value)} {...select} />
    </label>
  );
}
