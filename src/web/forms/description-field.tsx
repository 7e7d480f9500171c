import { useEffect, useId, useState } from 'react';
import { DESCRIPTION_LENGTH } from '#shared/limits.ts';
import { useSession } from '#web/auth/use-session.ts';
import { TextAreaField } from '#web/ui/field.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

type Props = {
  name: string;
  value: string;
  error?: string | undefined;
  required?: boolean;
  onChange: (event: { target: { value: string } }) => void;
};

/** Debounce: the pause in typing after which the preview updates (ms). */
const DEBOUNCE = 300;

/** A Markdown field with a preview that the server renders. */
export function DescriptionField(field: Props) {
  const [open, setOpen] = useState(false);
  const previewId = useId();
  return (
    <TextAreaField
      label="Description"
      hint="Markdown: **bold**, # heading, - list, [link](https://example.com)"
      rows={14}
      maxLength={DESCRIPTION_LENGTH}
      {...field}
    >
      <button
        type="button"
        className="preview-button"
        aria-expanded={open}
        aria-controls={previewId}
        onClick={() => setOpen(!open)}
      >
        Preview
      </button>
      <div id={previewId}>{open && <Preview description={field.value} />}</div>
    </TextAreaField>
  );
}

function Preview({ description }: { description: string }) {
  const { api } = useSession();
  const [html, setHtml] = useState<string>();
  const [failed, setFailed] = useState(false);
  const headingId = useId();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a response must not trigger another request
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(
      () => {
        api('POST /api/descriptions/preview', { body: { description } }).then(
          (response) => {
            if (!isCurrent) return;
            setHtml(response.html);
            setFailed(false);
          },
          () => isCurrent && setFailed(true),
        );
      },
      html === undefined ? 0 : DEBOUNCE,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [description, api]);

  return (
    <section
      className="preview"
      aria-labelledby={headingId}
      aria-busy={html === undefined && !failed}
    >
      {/* The headings of the text are one level below. */}
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
