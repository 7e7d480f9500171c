import { type ReactNode, useEffect, useRef } from 'react';
import type { Form, Opened } from './use-form.ts';

type Props<Field extends string> = {
  form: Form<Field>;
  newer: Opened<Field>;
  labels: Record<Field, string>;
  show?: ((field: Field, value: string) => ReactNode) | undefined;
};

/** Somebody else has saved meanwhile: what stands there now, and the choice between it and one's own. */
export function NewerVersion<Field extends string>({ form, newer, labels, show }: Props<Field>) {
  const heading = useRef<HTMLHeadingElement>(null);
  const fields = Object.keys(labels) as Field[];
  const different = fields.filter((field) => newer.values[field] !== form.values[field]);

  useEffect(() => heading.current?.focus(), []);

  return (
    <section className="notice" aria-labelledby="newer-version">
      <h2 ref={heading} id="newer-version" tabIndex={-1} className="font-semibold">
        Somebody else has changed this meanwhile
      </h2>
      <p>
        Nothing of yours is lost: it still stands in the fields above. Where it differs, there now
        stands:
      </p>
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
      <div className="flex flex-wrap gap-3">
        <button type="button" className="button" onClick={form.keepMine}>
          Save mine over it
        </button>
        <button type="button" className="button button-quiet" onClick={() => form.startOver(newer)}>
          Take the newer version
        </button>
      </div>
    </section>
  );
}
