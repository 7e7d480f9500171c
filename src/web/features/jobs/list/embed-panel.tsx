import { useId, useState } from 'react';
import { EMBED_THEMES, EMBEDDED_JOBS, type EmbedTheme } from '#shared/domain/embeds.ts';
import { formatSearch } from '#shared/format/search.ts';
import { embeds } from '#shared/urls/outside-paths.ts';
import type { JobSearch } from '#shared/urls/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextAreaField } from '#web/ui/field.tsx';
import { showToast } from '#web/ui/toast/toast.ts';
import { SHARING } from '../sharing-messages.ts';
import { embedSnippet } from './embed-snippet.ts';

/** The height of the frame (CSS pixels). If the list is longer, it scrolls in the frame. */
const HEIGHT = 640;

const JOB_COUNTS = [4, EMBEDDED_JOBS.default, 12, EMBEDDED_JOBS.max];

export type EmbedPanelProps = {
  search: JobSearch;
  /** The name of the company to which the search is limited. */
  company: string | undefined;
};

/** A panel with the HTML that embeds this list in another site, and a preview of it. */
export function EmbedPanel({ search, company }: EmbedPanelProps) {
  const headingId = useId();
  const [theme, setTheme] = useState<EmbedTheme>();
  const [limit, setLimit] = useState<number>(EMBEDDED_JOBS.default);
  const path = embeds.jobs({ ...search, theme, limit });
  const snippet = embedSnippet(
    `${window.location.origin}${path}`,
    formatSearch(search, company),
    HEIGHT,
  );

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(snippet);
      showToast('success', SHARING.snippetCopied);
    } catch {
      // The clipboard is unavailable without https, and without permission.
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
      {/* Changing the key replaces the frame. Changing `src` would add a history entry, so that Back would not leave
          this page. */}
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
