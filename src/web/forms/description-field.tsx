import { useEffect, useId, useState } from 'react';
import { DESCRIPTION_LENGTH } from '#shared/constants/limits.ts';
import { useSession } from '#web/session/use-session.ts';
import { TextAreaField } from '#web/ui/field.tsx';
import { RichText } from '#web/ui/rich-text.tsx';

type Props = {
  name: string;
  value: string;
  error?: string | undefined;
  required?: boolean;
  onChange: (event: { target: { value: string } }) => void;
};

/** How long typing rests before the preview follows (ms). */
const REST = 300;

/** A text in Markdown, with a preview of it as the server will show it. */
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: what came is no reason to ask again
  useEffect(() => {
    let current = true;
    const timer = setTimeout(
      () => {
        api('POST /api/descriptions/preview', { body: { description } }).then(
          (reply) => {
            if (!current) return;
            setHtml(reply.html);
            setFailed(false);
          },
          () => current && setFailed(true),
        );
      },
      html === undefined ? 0 : REST,
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [description, api]);

  return (
    <section
      className="preview"
      aria-labelledby={headingId}
      aria-busy={html === undefined && !failed}
    >
      {/* The text's own headings begin below it. */}
      <h2 id={headingId} className="sr-only">
        Preview
      </h2>
      {failed ? (
        <p role="status" className="text-muted">
          The preview could not be loaded.
        </p>
      ) : html === '' ? (
        <p className="text-muted">Nothing is written yet.</p>
      ) : (
        <RichText html={html ?? ''} />
      )}
    </section>
  );
}
