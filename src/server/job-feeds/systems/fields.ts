import { z } from 'zod';

/**
 * Fields of entries as systems write them. If a field has a different type, its entry is not converted. If this happens
 * to most entries, the system has changed its format, and the run must fail.
 */

/** An id that is a text. */
export const textId = z
  .string()
  // Encode the id as UTF-8, which replaces lone surrogates, so that it equals the stored id.
  .transform((id) => Buffer.from(id.replace(/\p{Cc}/gu, '')).toString())
  .pipe(z.string().min(1).max(200));

/** An id that is a number. A text is also accepted. */
export const numericId = z.union([z.int().nonnegative().transform(String), textId]);

/** A text that an entry may lack. */
export const text = z.string().nullish();

/** A value that an entry may lack, and that is validated only when it is read. */
export const anything = z.unknown().optional();

/** A list that an entry may lack. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.array(item).nullish();
}

/** A field that is dropped if it is invalid, because the job is complete without it. */
export function ifValid<Field extends z.ZodType>(field: Field) {
  return field.nullish().catch(null);
}

/** Describes the first problem of an entry, such as "title: Invalid input: expected string, received number". */
export function formatIssue(error: z.ZodError | undefined): string {
  const issue = error?.issues[0];
  return issue ? `${issue.path.join('.') || 'the entry'}: ${issue.message}` : 'it is not readable';
}
