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
  /** How many similar messages this line summarizes. */
  requests?: number;
  plan?: string;
  queries?: number;
  rows?: number;
  failed?: boolean;
  err?: unknown;
};

/** Log injection: input with line breaks and terminal escapes. https://owasp.org/www-community/attacks/Log_Injection */
export const HOSTILE = 'x\r\n{"level":"fatal"}\u001b[2J\u009b31m\u2028\u202ewilma@example.com';

/** Creates the production logger and collects the lines that it writes. */
export function captureLog(logLevel: 'info' | 'debug' = 'info') {
  const written: string[] = [];
  const logger: FastifyBaseLogger = createLogger(
    { logLevel },
    { write: (line) => void written.push(line) },
  );
  return {
    logger,
    /** All lines as written to standard output. */
    text: () => written.join(''),
    lines: () => written.map((line): LogLine => JSON.parse(line)),
    forget: () => void written.splice(0),
  };
}
