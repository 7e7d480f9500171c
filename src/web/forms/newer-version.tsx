import { type ReactNode, useEffect, useRef } from 'react';
import type { Form, Opened } from './use-form.ts';

type Props<Field extends string> = {
  form: Form<Field>;
  newer: Opened<Field>;
  labels: Record<Field, string>;
  show?: ((field: Field, value: string) => ReactNode) | undefined;
  /** Whether saving would replace what stands in the field. */
  replaces: (field: Field) => boolean;
};

/** Somebody else has saved meanwhile: what stands there now, and the choice between it and one's own. */
export function NewerVersion<Field extends string>(props: Props<Field>) {
  const { form, newer, labels, show, replaces } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const fields = Object.keys(labels) as Field[];
  const different = fields.filter(
    (field) => newer.values[field] !== form.values[field] && replaces(field),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: each newer version is told anew
  useEffect(() => heading.current?.focus(), [newer]);

  return (
    <section className="notice" aria-labelledby="newer-version">
      <h2 ref={heading} id="newer-version" tabIndex={-1} className="font-semibold">
        Somebody else has changed this meanwhile
      </h2>
      <p>
        Nothing of yours is lost: it still stands in the fields above. What is stored by now, where
        it differs, stands below.
      </p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="button" aria-disabled={form.busy} onClick={form.keepMine}>
          Save mine over it
        </button>
        <button
          type="button"
          className="button button-quiet"
          aria-disabled={form.busy}
          onClick={() => form.startOver(newer)}
        >
          Take the newer version
        </button>
      </div>
      <dl className="newer-values">
        {different.map((field) => (
          <div key={field}>
            <dt>{labels[field]}</dt>
            <dd dir="auto">
              {show?.(field, newer.values[field]) || newer.values[field] || 'Nothing'}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
