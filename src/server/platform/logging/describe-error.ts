import { DrizzleQueryError } from 'drizzle-orm';
import { redact } from './redact.ts';

/** Maximum length of a logged message (characters). */
const MAX_MESSAGE_LENGTH = 1_000;

/** The maximum number of nested causes that are logged. It is limited, because an error may be its own cause. */
const MAX_CAUSE_DEPTH = 5;

/**
 * Reduces an error to the details that help to find its cause and may appear in a log. Libraries attach whole
 * connections and token claims to errors, and the message of a failed query repeats its parameters. None of these may
 * appear in a log.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) {
    return typeof error === 'string' ? toSingleLine(error) : `a thrown ${typeof error}`;
  }
  const cause = error.cause instanceof Error &&
    depth < MAX_CAUSE_DEPTH && { cause: describeError(error.cause, depth + 1) };
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

/** Formats an error as text in the style of Node, with only the details that may appear in a log. */
export function printError(error: unknown): string {
  if (!(error instanceof Error)) return String(describeError(error));
  const message =
    error instanceof DrizzleQueryError ? `a query failed: ${error.query}` : messageOf(error);
  const cause = error.cause instanceof Error ? `\nCause: ${messageOf(error.cause)}` : '';
  return `${error.name}: ${message}${framesOf(error)}${cause}`;
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}

/**
 * Matches the codes of data exceptions (SQLSTATE class 22). Their messages are not logged, because PostgreSQL quotes
 * the rejected value in them.
 */
const DATA_EXCEPTION = /^22...$/;

function messageOf(error: Error): string {
  const { message } = error;
  return toSingleLine(
    DATA_EXCEPTION.test(codeOf(error)) ? message.replace(/".*"/s, '"…"') : message,
  );
}

function toSingleLine(text: string): string {
  return redact(text.slice(0, MAX_MESSAGE_LENGTH).replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' '));
}

/**
 * Returns the stack frames. The stack starts with the error's message, which must be removed because it may contain
 * secrets.
 */
function framesOf({ stack = '' }: Error): string {
  const frames = stack.split('\n').filter((line) => /^ {4}at /.test(line));
  return frames.map((line) => `\n${line}`).join('');
}
