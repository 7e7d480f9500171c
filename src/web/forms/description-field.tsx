import { useId, useState } from 'react';
import { DESCRIPTION_LENGTH } from '#shared/limits.ts';
import type { Session } from '#web/auth/session.ts';
import { useSession } from '#web/auth/use-session.ts';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { useAsync } from '#web/data/use-async.ts';
import { TextAreaField } from '#web/ui/field.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { pasteMarkdown } from './paste/paste-markdown.ts';

type Render = (api: Session['api'], text: string) => Promise<{ html: string }>;

const renderDescription: Render = (api, description) =>
  api('POST /api/descriptions/preview', { body: { description } });

type Props = {
  name: string;
  value: string;
  error?: string | undefined;
  required?: boolean;
  label?: string;
  hint?: string;
  maxLength?: number;
  /** Renders the Markdown as safe HTML. By default, as pages show a description. */
  render?: Render;
  onChange: (event: { target: { value: string } }) => void;
};

/** Loaded in the browser only, because the library needs the browser's custom elements. */
const MarkdownToolbar = lazyComponent(
  async () => (await import('./markdown-toolbar.tsx')).MarkdownToolbar,
);

/** A Markdown field with a toolbar and a preview that the server renders. Formatted text is pasted as Markdown. */
export function DescriptionField({ render = renderDescription, ...field }: Props) {
  const [open, setOpen] = useState(false);
  const previewId = useId();
  return (
    <TextAreaField
      label="Description"
      hint="Markdown: **bold**, # heading, - list, [link](https://example.com). Text pasted from Word or a web page keeps its format."
      rows={14}
      maxLength={DESCRIPTION_LENGTH}
      toolbar={
        <MarkdownToolbar
          area={field.name}
          fallback={<div className="editor-toolbar" aria-hidden="true" />}
        />
      }
      onPaste={pasteMarkdown}
      {...field}
    >
      <button
        type="button"
        className="min-h-11 cursor-pointer font-semibold text-brand"
        aria-expanded={open}
        aria-controls={previewId}
        onClick={() => setOpen(!open)}
      >
        <span aria-hidden="true" className="inline-block w-[1.25em]">
          {open ? '–' : '+'}
        </span>
        Preview
      </button>
      <div id={previewId}>{open && <Preview description={field.value} render={render} />}</div>
    </TextAreaField>
  );
}

function Preview({ description, render }: { description: string; render: Render }) {
  const { api } = useSession();
  const headingId = useId();
  const text = useDebounced(description);
  const preview = useAsync(text, () => render(api, text));
  const html = preview.value?.html;
  const failed = preview.status === 'failed';

  return (
    <section
      className="min-h-20 rounded-sm border border-line bg-raised p-4"
      aria-labelledby={headingId}
      aria-busy={html === undefined && !failed}
    >
      {/* The headings in the preview are one level lower. */}
      <h2 id={headingId} className="sr-only">
        Preview
      </h2>
      {failed ? (
        <p role="status" className="text-muted">
          Couldn't load the preview. Close it and open it again.
        </p>
      ) : html === '' ? (
        <p className="text-muted">Nothing to preview.</p>
      ) : (
        <RichText html={html ?? ''} />
      )}
    </section>
  );
}
