import { DrizzleQueryError } from 'drizzle-orm';
import { redact } from './redact.ts';

/** So much of what an error says helps to mend it (characters). */
const LONGEST_MESSAGE = 1_000;

/** An error may be its own cause. */
const DEEPEST_CAUSE = 5;

/**
 * What helps to mend it. Libraries hang whole connections and the claims of tokens on their errors, and a
 * failed query's message repeats its parameters: neither belongs into a log.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) {
    return typeof error === 'string' ? inOneLine(error) : `a thrown ${typeof error}`;
  }
  const cause = error.cause instanceof Error &&
    depth < DEEPEST_CAUSE && { cause: describeError(error.cause, depth + 1) };
  if (error instanceof DrizzleQueryError) {
    return { type: 'DrizzleQueryError', query: error.query, ...cause };
  }
  const code = codeOf(error);
  const message = messageOf(error);
  return {
    type: error.name,
    message,
    stack: `${error.name}: ${message}${framesOf(error)}`,
    ...(code && { code }),
    ...cause,
  };
}

/** The same for a person, as Node would print it. */
export function printError(error: unknown): string {
  if (!(error instanceof Error)) return String(describeError(error));
  const said =
    error instanceof DrizzleQueryError ? `a query failed: ${error.query}` : messageOf(error);
  const cause = error.cause instanceof Error ? `\nCause: ${messageOf(error.cause)}` : '';
  return `${error.name}: ${said}${framesOf(error)}${cause}`;
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}

/** What PostgreSQL says of a value that it cannot take quotes the value. */
const DATA_EXCEPTION = /^22...$/;

function messageOf(error: Error): string {
  const { message } = error;
  return inOneLine(DATA_EXCEPTION.test(codeOf(error)) ? message.replace(/".*"/s, '"…"') : message);
}

function inOneLine(text: string): string {
  return redact(text.slice(0, LONGEST_MESSAGE).replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' '));
}

/** Without what stands above them: the message, as it came. */
function framesOf({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => /^ {4}at /.test(line));
  return frames.map((line) => `\n${line}`).join('');
}
