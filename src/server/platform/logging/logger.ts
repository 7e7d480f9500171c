import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { Config } from '../config/config.ts';
import { describeError } from './describe-error.ts';
import { redact } from './redact.ts';

/** The format of log lines in a terminal. https://github.com/pinojs/pino-pretty#options */
export const PRETTY = {
  ignore: 'pid,hostname,method,route,status,duration',
  translateTime: 'SYS:HH:MM:ss',
  messageFormat: '{msg}{if route} {method} {route} {status} in {duration} ms{end}',
  singleLine: true,
};

/**
 * Fields that no log line may contain. If one is passed by mistake, pino removes it (redaction).
 * https://getpino.io/#/docs/redaction
 */
const REDACTED_FIELDS = [
  ...['req', 'res', 'request', 'reply', 'raw', 'url', 'query', 'params', 'body', 'headers'],
  ...['authorization', 'cookie', 'token', 'email', 'password', 'connectionString'],
];

/**
 * Creates a logger that writes JSON lines. Callers must not pass sensitive values. In case they do, these are removed
 * by field and by pattern (redaction).
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
    redact: { paths: REDACTED_FIELDS, censor: '[removed]' },
    hooks: { streamWrite: (line) => redactLine(neutralizeControls(line)) },
  };
  return pino(options, destination);
}

/**
 * A separator that every pattern of a secret treats as space. No line contains it, because JSON escapes it.
 * https://www.rfc-editor.org/rfc/rfc8259#section-7
 */
const SEPARATOR = '\v';

/**
 * Removes secrets from a line of JSON. Before that, separates the escapes of JSON from the text around them: otherwise,
 * a pattern could match the letter of an escape and leave its backslash.
 */
function redactLine(line: string): string {
  const separated = line.replace(/\\(?:u[\da-f]{4}|[^u])/g, `${SEPARATOR}$&${SEPARATOR}`);
  return redact(separated).replaceAll(SEPARATOR, '');
}

/**
 * Prevents log injection: text from clients must neither contain control sequences for a terminal nor start a new line.
 * JSON escapes some of these characters, but formatting for a terminal restores them.
 */
function neutralizeControls(line: string): string {
  return line
    .replace(/\\(?:\\|u00[01][\da-f]|[rbf])/g, (escaped) =>
      escaped === '\\\\' ? escaped : '\\ufffd',
    )
    .replace(/[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
    .replace(/("msg":"(?:[^"\\]|\\.)*")/, (message) =>
      message.replace(/\\(?:\\|n|t)/g, (escaped) => (escaped === '\\\\' ? escaped : ' ')),
    );
}
