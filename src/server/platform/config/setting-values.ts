import { isIP } from 'node:net';
import { z } from 'zod';
import { isLoopback } from '../loopback.ts';

export const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a port number from 0 to 65535');

export const megabytes = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a whole number of megabytes, or 0')
  .transform(Number);

/** Maximum of worker processes on one machine. Each can occupy a core under load. */
const MAX_WORKERS = 64;

export const workers = z
  .string()
  .regex(/^[1-9]\d?$/, `must be a whole number from 1 to ${MAX_WORKERS}`)
  .transform(Number)
  .refine((value) => value <= MAX_WORKERS, `must be a whole number from 1 to ${MAX_WORKERS}`);

/** Database connections that one process may open by default. */
export const DEFAULT_CONNECTIONS = 16;

/** Minimum of connections: one for the change listener, and one or two for each of the three pools. */
export const MIN_CONNECTIONS = 5;
const MAX_CONNECTIONS = 1_000;

export const connections = z
  .string()
  .regex(/^\d{1,4}$/, `must be a whole number from ${MIN_CONNECTIONS} to ${MAX_CONNECTIONS}`)
  .transform(Number)
  .refine(
    (value) => value >= MIN_CONNECTIONS && value <= MAX_CONNECTIONS,
    `must be a whole number from ${MIN_CONNECTIONS} to ${MAX_CONNECTIONS}`,
  );

export const FLAG_VALUES = '`true` or `false`';

export const flag = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((value) => value === 'true');

/** An http(s) origin, such as `https://jobs.example`. */
export const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
  .refine((value) => {
    const { pathname, search, hash, username, password } = new URL(value);
    return pathname === '/' && search + hash + username + password === '';
  }, 'must be an address without a path, a query or a user')
  .transform((value) => new URL(value).origin);

/**
 * A libpq URI. It may have no host but a `host` parameter, such as the folder of a socket. `URL` rejects user info
 * without a host, so the check inserts one.
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS
 */
export const databaseUrl = z
  .string()
  .refine(
    (value) => /^postgres(ql)?:\/\//i.test(value) && URL.canParse(value.replace('@/', '@socket/')),
    'must be a postgres:// address',
  );

/** The identity provider's host name or origin. Providers usually display the host name only. */
export const authDomain = z
  .string()
  .transform((value) => (/^https?:\/\//i.test(value) ? value : `https://${value}`))
  .pipe(origin)
  .refine(
    (value) => value.startsWith('https:') || isLoopback(new URL(value).hostname),
    'must use https',
  );

/** The sign-in SDK puts the client id into a cookie's name, which a script in the pages reads. */
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
  // A prefix of 0 bits covers all addresses, none of which can be trusted.
  return (
    bits === undefined ||
    (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

export const milliseconds = z
  .string()
  .regex(/^\d{1,6}$/, 'must be a whole number of milliseconds, or 0')
  .transform(Number);

export const seconds = z
  .string()
  .regex(/^\d{1,6}$/, 'must be a whole number of seconds, or 0')
  .transform(Number);

export const factor = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,3})?$/, 'must be a number such as 0, 0.5 or 10')
  .transform(Number);
