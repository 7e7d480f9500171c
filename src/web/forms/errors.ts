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

/** Validates a request body with the contract's schema. */
export function checkBody(schema: z.ZodType, body: unknown): Errors {
  const { error } = schema.safeParse(body);
  return byField(
    error?.issues.map(({ path, message }) => ({ path: path.join('.'), message })) ?? [],
  );
}

/** The errors at fields of a failed save. */
export function errorsOf(error: unknown): Errors {
  if (error instanceof FieldErrors) return error.errors;
  return byField(error instanceof ApiError ? (error.problem?.errors ?? []) : []);
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

/**
 * Returns the first error of each field as a sentence. Messages in the contract only continue a sentence: "must be …".
 */
function byField(errors: { path: string; message: string }[]): Errors {
  return Object.fromEntries(
    errors.map(({ path, message }) => [path, `This ${message}.`] as const).reverse(),
  );
}

/** The message for a failed save; undefined if the messages at the fields suffice. */
export function errorMessage(error: unknown): string | undefined {
  if (error instanceof FieldErrors) return undefined;
  if (!(error instanceof ApiError)) {
    return 'The site could not be reached. Your changes are still here. Check your connection and try again.';
  }
  return error.problem?.errors ? undefined : error.message;
}
