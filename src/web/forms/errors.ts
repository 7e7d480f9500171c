import type { z } from 'zod';
import { ApiError } from '#web/api/api.ts';

/** What is wrong, in plain words, by the name of the field: its path in the body that is sent. */
export type Errors = Record<string, string>;

/** Something other than the call itself has shown that fields are wrong. */
export class RefusedFields extends Error {
  override name = 'RefusedFields';
  readonly errors: Errors;

  constructor(errors: Errors) {
    super(Object.values(errors).join(' '));
    this.errors = errors;
  }
}

/** What the contract says of a body, before it is sent. */
export function checkBody(schema: z.ZodType, body: unknown): Errors {
  const { error } = schema.safeParse(body);
  return byField(
    error?.issues.map(({ path, message }) => ({ path: path.join('.'), message })) ?? [],
  );
}

/** The server's own complaints. */
export function errorsOf(error: unknown): Errors {
  if (error instanceof RefusedFields) return error.errors;
  return byField(error instanceof ApiError ? (error.problem?.errors ?? []) : []);
}

/** The first of each field. The contract's messages go on from the field's name: "must be …". */
function byField(complaints: { path: string; message: string }[]): Errors {
  return Object.fromEntries(
    complaints.map(({ path, message }) => [path, `This ${message}.`] as const).reverse(),
  );
}

/** What to say of a failure that no field is to blame for. */
export function failureInWords(error: unknown): string | undefined {
  if (error instanceof RefusedFields) return undefined;
  if (!(error instanceof ApiError)) {
    return 'The board could not be reached. Nothing you wrote is lost: please try again.';
  }
  return error.problem?.errors ? undefined : error.message;
}
