import type { z } from 'zod';
import { ApiError } from '#web/api/errors.ts';

/** Messages by field name. The name is the field's path in the request body, such as `company.id`. */
export type Errors = Record<string, string>;

/** Thrown if a save fails before its main request because of these fields, such as a logo that is refused. */
export class FieldErrors extends Error {
  override name = 'FieldErrors';
  readonly errors: Errors;

  constructor(errors: Errors) {
    super(Object.values(errors).join(' '));
    this.errors = errors;
  }
}

/** An error as the contract words it. The message only continues a sentence: "must be …". */
export type Issue = { path: string; message: string };

/** The wording of a form's error messages, by field name. */
export type ErrorTexts = {
  /** The labels, which are the subjects of the sentences. */
  labels: Record<string, string>;
  /** What to do about empty fields, such as "Enter a job title." */
  missing?: Record<string, string>;
};

/** Validates a request body with the contract's schema. */
export function checkBody(schema: z.ZodType, body: unknown): Issue[] {
  const { error } = schema.safeParse(body);
  return error?.issues.map(({ path, message }) => ({ path: path.join('.'), message })) ?? [];
}

/**
 * Returns the first error of each field as a sentence that says what to do. Errors of the browser and of the server
 * become the same sentences, because both have the contract's messages.
 */
export function describeErrors(
  issues: readonly Issue[],
  { labels, missing = {} }: ErrorTexts,
  values: Readonly<Record<string, string>>,
): Errors {
  const describe = ({ path, message }: Issue) => {
    const isEmpty = !values[path]?.trim();
    return (isEmpty && missing[path]) || `${labels[path] ?? path} ${message}.`;
  };
  return Object.fromEntries(issues.map((issue) => [issue.path, describe(issue)]).reverse());
}

/** Returns the field errors of a failed save. `describe` makes sentences from the server's messages. */
export function errorsOf(error: unknown, describe: (issues: Issue[]) => Errors): Errors {
  if (error instanceof FieldErrors) return error.errors;
  return describe(error instanceof ApiError ? (error.problem?.errors ?? []) : []);
}

/**
 * Finds fields with input that the browser cannot parse, such as an incomplete date. The `value` of such a field is
 * empty.
 */
export function badInputErrors(form: HTMLFormElement | null): Errors {
  const errors: Errors = {};
  for (const field of form?.elements ?? []) {
    if (field instanceof HTMLInputElement && field.validity.badInput) {
      errors[field.name] = 'Enter a valid date.';
    }
  }
  return errors;
}

/** The message for a failed save; undefined if the field errors suffice. */
export function errorMessage(error: unknown): string | undefined {
  if (error instanceof FieldErrors) return undefined;
  if (!(error instanceof ApiError)) {
    return 'The site could not be reached. Your changes are still here. Check your connection and try again.';
  }
  return error.problem?.errors ? undefined : error.message;
}
