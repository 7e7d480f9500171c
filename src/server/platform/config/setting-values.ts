import { isIP } from 'node:net';
import { z } from 'zod';
import { parseUrl } from '#server/platform/parse-url.ts';
import { isTimeZone } from '#shared/domain/time-zone.ts';
import { isLoopback } from '../loopback.ts';

type Range = { min?: number; max?: number };

/** A whole number in decimal digits. `z.coerce.number()` would also accept spaces, `1e3` and `0x10`. */
function wholeNumber(expected: string, { min = 0, max = 999_999 }: Range = {}) {
  const message = `must be ${expected}`;
  return z
    .string()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}

export const port = wholeNumber('a port number from 0 to 65535', { max: 65_535 });

export const megabytes = wholeNumber('a whole number of megabytes, or 0', { max: 99_999 });

export const milliseconds = wholeNumber('a whole number of milliseconds, or 0');

export const seconds = wholeNumber('a whole number of seconds, or 0');

export const mailsPerMinute = wholeNumber('a whole number from 1 to 60000', {
  min: 1,
  max: 60_000,
});

/** The number of worker processes. Each worker can use one processor core. */
export const workers = wholeNumber('a whole number from 1 to 64', { min: 1, max: 64 });

/** The default maximum number of database connections per process. */
export const DEFAULT_CONNECTIONS = 16;

/** The minimum number of connections: one for the change listener, three for writes and tasks, two for public reads. */
export const MIN_CONNECTIONS = 6;

export const connections = wholeNumber(`a whole number from ${MIN_CONNECTIONS} to 1000`, {
  min: MIN_CONNECTIONS,
  max: 1_000,
});

export const FLAG_VALUES = '`true` or `false`';

export const flag = z.stringbool({
  truthy: ['true'],
  falsy: ['false'],
  case: 'sensitive',
  error: 'must be true or false',
});

/** A name in IANA's time zone database. An offset such as `+01:00` is none: PostgreSQL reads its sign the other way. */
export const timeZone = z
  .string()
  .refine(isTimeZone, 'must be an IANA time zone, such as Europe/Berlin');

/** An http(s) origin, such as `https://jobs.example`. */
export const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
  .refine((value) => {
    const { pathname, search, hash, username, password } = new URL(value);
    return pathname === '/' && search + hash + username + password === '';
  }, 'must be an address without a path, a query or a user')
  .transform((value) => new URL(value).origin);

/**
 * A libpq URI. Instead of a host, it may have a `host` parameter, such as the folder of a socket. `URL` rejects a user
 * name without a host, so a host is inserted before the check.
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS
 */
export const databaseUrl = z
  .string()
  .refine(
    (value) =>
      /^postgres(ql)?:\/\//i.test(value) && parseUrl(value.replace('@/', '@socket/')) !== undefined,
    'must be a postgres:// address',
  );

/** The identity provider's host name or origin. Providers usually show only the host name. */
export const authDomain = z
  .string()
  .transform((value) => (/^https?:\/\//i.test(value) ? value : `https://${value}`))
  .pipe(origin)
  .refine(
    (value) => value.startsWith('https:') || isLoopback(new URL(value).hostname),
    'must use https',
  );

/**
 * The client id. Its characters are limited, because it is part of the name of a cookie, which an inline script of the
 * pages reads.
 */
export const clientId = z
  .string()
  .regex(/^[\w.~-]+$/, 'must consist of letters, digits and the characters . _ ~ -');

/** A comma-separated list of IP addresses and networks (`10.0.0.0/8`). */
export const addresses = z
  .string()
  .transform((value) => value.split(',').map((address) => address.trim()))
  .refine(
    (value) => value.every(isAddressOrNetwork),
    'must be addresses or networks, such as 127.0.0.1, 10.0.0.0/8',
  );

function isAddressOrNetwork(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  // Refuse a prefix of 0 bits, because it would trust every address.
  return (
    bits === undefined ||
    (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

export const factor = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,3})?$/, 'must be a number such as 0, 0.5 or 10')
  .transform(Number);
