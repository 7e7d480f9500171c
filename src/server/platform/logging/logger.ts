import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Config } from '../config/config.ts';
import { describeError } from './describe-error.ts';
import { redact } from './redact.ts';

/** How lines look in a terminal. https://github.com/pinojs/pino-pretty#options */
export const PRETTY = {
  ignore: 'pid,hostname,method,route,status,duration',
  translateTime: 'SYS:HH:MM:ss',
  messageFormat: '{msg}{if route} {method} {route} {status} in {duration} ms{end}',
  singleLine: true,
};

/**
 * No line is to hold any of these; where one is handed over all the same, it stays out.
 * https://getpino.io/#/docs/redaction
 */
const NEVER = [
  ...['req', 'res', 'request', 'reply', 'raw', 'url', 'query', 'params', 'body', 'headers'],
  ...['authorization', 'cookie', 'token', 'email', 'password', 'connectionString'],
];

/**
 * Writes JSON lines. What a line must not hold is kept out where the
 * line is made; `redact` and `redact` are there for what is forgotten.
 */
export function createLogger(
  { logLevel: level }: Pick<Config, 'logLevel'>,
  destination: DestinationStream,
): Logger {
  const options: LoggerOptions = {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: (error: unknown) => describeError(error) },
    redact: { paths: NEVER, censor: '[removed]' },
    hooks: { streamWrite: (line) => clean(withoutCommands(line)) },
  };
  return pino(options, destination);
}

/** Space to every pattern, and in no line: JSON escapes it. https://www.rfc-editor.org/rfc/rfc8259#section-7 */
const APART = '\v';

/** So that no pattern takes a letter of an escape for one of the text and leaves a backslash alone, escapes stand apart. */
function clean(line: string): string {
  const apart = line.replace(/\\(?:u[\da-f]{4}|[^u])/g, `${APART}$&${APART}`);
  return redact(apart).replaceAll(APART, '');
}

/**
 * Texts come from outside: a terminal that shows a line must not take any of them for its commands, nor for a
 * line of its own. JSON escapes some of what could be taken so, and a terminal's form of the line undoes that.
 */
function withoutCommands(line: string): string {
  return line
    .replace(/\\(?:\\|u00[01][\da-f]|[rbf])/g, (escaped) =>
      escaped === '\\\\' ? escaped : '\\ufffd',
    )
    .replace(/[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
    .replace(/("msg":"(?:[^"\\]|\\.)*")/, (message) =>
      message.replace(/\\(?:\\|n|t)/g, (escaped) => (escaped === '\\\\' ? escaped : ' ')),
    );
}
