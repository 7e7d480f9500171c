import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

/** JSON lines for machines; in a terminal, lines for a person. */
export function createLogger({ logLevel: level }: Pick<Config, 'logLevel'>): Logger {
  if (!process.stdout.isTTY) return pino({ level });
  return pino({
    level,
    transport: {
      target: 'pino-pretty',
      options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' },
    },
  });
}
