import type { FastifyBaseLogger } from 'fastify';
import { createLogger } from '#server/platform/logging/logger.ts';

export type LogLine = {
  level: string;
  time: string;
  msg: string;
  reqId?: string;
  method?: string;
  route?: string;
  status?: number;
  duration?: number;
  ip?: string;
  person?: string;
  reason?: string;
  /** Of those that are told of together. */
  requests?: number;
  plan?: string;
  queries?: number;
  rows?: number;
  failed?: boolean;
  err?: unknown;
};

/** What somebody sends who hopes to write a line of their own, or to a terminal. */
export const HOSTILE = 'x\r\n{"level":"fatal"}\u001b[2J\u009b31m\u2028\u202ewilma@example.com';

/** The production logger, and what it has written so far. */
export function keepLog(logLevel: 'info' | 'debug' = 'info') {
  const written: string[] = [];
  const logger: FastifyBaseLogger = createLogger(
    { logLevel },
    { write: (line) => void written.push(line) },
  );
  return {
    logger,
    /** As they are on standard output. */
    text: () => written.join(''),
    lines: () => written.map((line): LogLine => JSON.parse(line)),
    forget: () => void written.splice(0),
  };
}
