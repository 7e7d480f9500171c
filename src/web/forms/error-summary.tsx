import { useEffect, useId, useRef } from 'react';
import type { Errors } from './errors.ts';

type Props = {
  errors: Errors;
  /** The names of the fields in their order on the page. */
  fields: readonly string[];
};

/**
 * An error summary: lists the errors of a form above its fields, with a link to each field. It takes the focus after
 * each attempt, so that nobody has to search for what is wrong. https://design-system.service.gov.uk/components/error-summary/
 */
export function ErrorSummary({ errors, fields }: Props) {
  const headingId = useId();
  const summary = useRef<HTMLDivElement>(null);
  const invalid = fields.filter((field) => errors[field]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each further attempt moves the focus
  useEffect(() => summary.current?.focus(), [errors]);

  if (invalid.length === 0) return null;
  return (
    <div
      ref={summary}
      role="alert"
      aria-labelledby={headingId}
      tabIndex={-1}
      className="w-full border-3 border-clay bg-raised px-5 py-4"
    >
      <h2 id={headingId} className="text-xl font-semibold tracking-tight">
        There is a problem
      </h2>
      <ul className="mt-2 wrap-anywhere">
        {invalid.map((field) => (
          <li key={field}>
            <a
              href={`#${field}`}
              className="inline-flex min-h-11 items-center font-semibold text-clay underline underline-offset-4 md:min-h-8"
              onClick={(event) => {
                // A new fragment in the URL would be a navigation, which asks whether to discard the input.
                event.preventDefault();
                focusField(field);
              }}
            >
              {errors[field]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Moves the focus to a field, and scrolls so that its label is visible, too. */
function focusField(id: string): void {
  const field = document.getElementById(id);
  field?.closest('.field')?.scrollIntoView();
  field?.focus({ preventScroll: true });
}
