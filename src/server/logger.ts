import { DrizzleQueryError } from 'drizzle-orm';
import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** JSON lines for machines; in a terminal, lines for a person. */
export function createLogger({ logLevel: level }: Pick<Config, 'logLevel'>): Logger {
  const options = { level, serializers: { err: describeError } };
  if (!process.stdout.isTTY) return pino(options);
  return pino({
    ...options,
    transport: {
      target: 'pino-pretty',
      options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' },
    },
  });
}

/**
 * What helps to mend it. Libraries hang whole connections on their errors, and a failed query's
 * message repeats its parameters: neither belongs into a log.
 */
function describeError(error: unknown): unknown {
  if (error instanceof DrizzleQueryError) {
    return { query: error.query, cause: describeError(error.cause) };
  }
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message,
    stack,
    ...('code' in error && { code: error.code }),
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}
