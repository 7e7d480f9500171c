import { type ReactNode, useEffect, useRef } from 'react';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import type { FormState, InitialValues } from './use-form.ts';

type Props<Field extends string> = {
  form: FormState<Field>;
  /** The version that someone else saved. */
  saved: InitialValues<Field>;
  labels: Record<Field, string>;
  formatValue?: ((field: Field, value: string) => ReactNode) | undefined;
  /** Whether saving would overwrite the stored value of the field. */
  overwrites: (field: Field) => boolean;
};

/** Shows an edit conflict: the fields that someone else has changed, and buttons to choose a version. */
export function EditConflict<Field extends string>(props: Props<Field>) {
  const { form, saved, labels, formatValue, overwrites } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const fields = Object.keys(labels) as Field[];
  const differing = fields.filter(
    (field) => saved.values[field] !== form.values[field] && overwrites(field),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: each further conflict is announced
  useEffect(() => heading.current?.focus(), [saved]);

  return (
    <section aria-labelledby="edit-conflict" className="w-full">
      <Alert>
        <h2 ref={heading} id="edit-conflict" tabIndex={-1} className="font-semibold">
          Someone else changed this while you were editing
        </h2>
        <p>Your changes are still above. Where the saved version differs, it is shown below.</p>
        <div className="flex flex-wrap gap-3">
          <Button aria-disabled={form.busy} onClick={form.overwrite}>
            Keep my version
          </Button>
          <Button variant="secondary" aria-disabled={form.busy} onClick={() => form.reset(saved)}>
            Use the saved version
          </Button>
        </div>
        <dl className="grid w-full gap-3">
          {differing.map((field) => (
            <div key={field}>
              <dt className="text-small font-semibold">{labels[field]}</dt>
              <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
                {formatValue?.(field, saved.values[field]) || saved.values[field] || 'Empty'}
              </dd>
            </div>
          ))}
        </dl>
      </Alert>
    </section>
  );
}
