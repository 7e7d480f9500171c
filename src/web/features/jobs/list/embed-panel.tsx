import { useId, useState } from 'react';
import { EMBED_THEMES, EMBEDDED_JOBS, type EmbedTheme } from '#shared/domain/embeds.ts';
import { formatSearch } from '#shared/format/search.ts';
import { embeds } from '#shared/urls/outside-paths.ts';
import type { JobSearch } from '#shared/urls/paths.ts';
import { SHARING } from '#web/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextAreaField } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast/toast.ts';

/** The height of the frame (CSS pixels). A longer list scrolls inside it. */
const HEIGHT = 640;

const JOB_COUNTS = [4, EMBEDDED_JOBS.default, 12, EMBEDDED_JOBS.max];

export type EmbedPanelProps = {
  search: JobSearch;
  /** The name of the company that the search is limited to. */
  company: string | undefined;
};

/** A snippet that embeds this list in another site, and its preview. */
export function EmbedPanel({ search, company }: EmbedPanelProps) {
  const headingId = useId();
  const [theme, setTheme] = useState<EmbedTheme>();
  const [limit, setLimit] = useState<number>(EMBEDDED_JOBS.default);
  const path = embeds.jobs({ ...search, theme, limit });
  const title = formatSearch(search, company);
  const snippet = `<iframe src="${escapeAttribute(`${window.location.origin}${path}`)}" title="${escapeAttribute(title)}" width="100%" height="${HEIGHT}" style="border: 0" loading="lazy"></iframe>`;

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(snippet);
      showToast('success', SHARING.snippetCopied);
    } catch {
      // The clipboard is unavailable without https or without permission.
      showToast('error', SHARING.snippetFailed);
    }
  }

  return (
    <section
      aria-labelledby={headingId}
      className="mt-4 grid w-full gap-8 text-[1rem] lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] [&_textarea]:font-mono [&_textarea]:text-small"
    >
      <div className="grid content-start gap-5">
        <h2 id={headingId} className="section-title">
          Embed this list
        </h2>
        <SelectField
          label="Theme"
          name="embed-theme"
          value={theme ?? ''}
          onChange={({ currentTarget }) =>
            setTheme(EMBED_THEMES.find((option) => option === currentTarget.value))
          }
        >
          <option value="">Same as the reader’s system</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </SelectField>
        <SelectField
          label="Jobs"
          name="embed-limit"
          value={limit}
          onChange={({ currentTarget }) => setLimit(Number(currentTarget.value))}
        >
          {JOB_COUNTS.map((count) => (
            <option key={count}>{count}</option>
          ))}
        </SelectField>
        <TextAreaField
          label="HTML for your site"
          name="embed-snippet"
          readOnly
          rows={6}
          value={snippet}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <p>
          <Button onClick={() => void copy()}>Copy HTML</Button>
        </p>
      </div>
      {/* The key replaces the frame: changing `src` would add a history entry, and Back would stay on this page. */}
      <iframe
        key={path}
        src={path}
        title="Preview"
        height={HEIGHT}
        className="w-full rounded-sm border border-line"
      />
    </section>
  );
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
