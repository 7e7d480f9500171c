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

/** Of one machine: each takes a core where there is much to do. */
const MOST_WORKERS = 64;

export const workers = z
  .string()
  .regex(/^[1-9]\d?$/, `must be a whole number from 1 to ${MOST_WORKERS}`)
  .transform(Number)
  .refine((value) => value <= MOST_WORKERS, `must be a whole number from 1 to ${MOST_WORKERS}`);

/** How many database connections one process opens by default. */
export const DEFAULT_CONNECTIONS = 16;

/** One for the change listener and one or two for each connection pool. */
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

/** An address without a path, such as `https://jobs.example`. */
export const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
  .refine((value) => {
    const { pathname, search, hash, username, password } = new URL(value);
    return pathname === '/' && search + hash + username + password === '';
  }, 'must be an address without a path, a query or a user')
  .transform((value) => new URL(value).origin);

/**
 * Without a host, that is in the query, such as a socket's folder; no other address may have a user then.
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS
 */
export const databaseUrl = z
  .string()
  .refine(
    (value) => /^postgres(ql)?:\/\//i.test(value) && URL.canParse(value.replace('@/', '@socket/')),
    'must be a postgres:// address',
  );

/** The identity provider's host, as its vendors name it, or its whole origin. */
export const authDomain = z
  .string()
  .transform((value) => (/^https?:\/\//i.test(value) ? value : `https://${value}`))
  .pipe(origin)
  .refine(
    (value) => value.startsWith('https:') || isLoopback(new URL(value).hostname),
    'must be reached by https',
  );

/** The sign-in SDK names a cookie after it, and a script in the pages looks for that cookie. */
export const clientId = z
  .string()
  .regex(/^[\w.~-]+$/, 'must consist of letters, digits and the characters . _ ~ -');

/** Addresses and networks (`10.0.0.0/8`), with commas between them. */
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
  // Of all addresses there is none that could be believed.
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
