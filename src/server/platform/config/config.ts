import { resolve } from 'node:path';
import { z } from 'zod';
import type { SignIn } from '#shared/render-page.ts';
import { StartupError } from '../errors.ts';
import { isLoopback } from '../loopback.ts';
import { bucketAddress } from './bucket-address.ts';
import { readEnvironment } from './read-environment.ts';
import {
  addresses,
  authDomain,
  clientId,
  connections,
  DEFAULT_CONNECTIONS,
  databaseUrl,
  FLAG_VALUES,
  factor,
  flag,
  MIN_CONNECTIONS,
  megabytes,
  milliseconds,
  origin,
  port,
  seconds,
  workers,
} from './setting-values.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The documentation of a setting, which `npm run settings` prints. The texts are Markdown for a table. */
type Documentation = {
  description: string;
  /** The allowed values. */
  values: string;
  /** The default as text, for settings without a default in the schema. */
  default?: string;
  /** Whether the value may be in a file. The path of the file is then in the setting of this name plus `_FILE`. */
  secret?: true;
};

export const describedSettings = z.registry<Documentation>();

/** All settings, by their names in the environment. An empty value counts as unset. */
export const environment = z
  .object({
    PORT: port.default(3000).register(describedSettings, {
      description: 'the port to listen on',
      values: '0 to 65535',
    }),
    HOST: z.string().default('localhost').register(describedSettings, {
      description: 'the address to listen on; `0.0.0.0` for all',
      values: 'a local name or IP address',
    }),
    PUBLIC_URL: origin.optional().register(describedSettings, {
      description: 'the board’s address for browsers',
      values: 'an http or https URL without a path',
      default: '`http://localhost:$PORT`',
    }),
    DATA_DIR: z.string().default('./data').register(describedSettings, {
      description: 'the folder of the embedded database and of logos',
      values: 'a writable folder',
    }),
    UPLOADS_URL: bucketAddress.optional().register(describedSettings, {
      description: 'an S3-compatible bucket for logos',
      values: '`s3://BUCKET/PREFIX?region=…`, also `&endpoint=https://…`, `&use_path_style=true`',
    }),
    DATABASE_URL: databaseUrl.optional().register(describedSettings, {
      description: 'your PostgreSQL 15 or newer',
      values: '`postgres://…`, or in `DATABASE_URL_FILE` the path of a file with it',
      secret: true,
    }),
    DATABASE_READ_URL: databaseUrl.optional().register(describedSettings, {
      description: 'a streaming replica of that PostgreSQL, for public reads',
      values: '`postgres://…`, or in `DATABASE_READ_URL_FILE` the path of a file with it',
      secret: true,
    }),
    DATABASE_CONNECTIONS: connections.default(DEFAULT_CONNECTIONS).register(describedSettings, {
      description: 'maximum database connections per process',
      values: `${MIN_CONNECTIONS} to 1000`,
    }),
    WEB_CONCURRENCY: workers.default(1).register(describedSettings, {
      description: 'the number of serving processes on this machine',
      values: '1 to 64',
    }),
    AUTH_DOMAIN: authDomain.optional().register(describedSettings, {
      description: 'the identity provider, such as `board.eu.auth0.com`',
      values: 'a host or an https URL without a path',
    }),
    AUTH_CLIENT_ID: clientId.optional().register(describedSettings, {
      description: 'the board’s client id there',
      values: 'letters, digits, `. _ ~ -`',
    }),
    AUTH_AUDIENCE: z.string().optional().register(describedSettings, {
      description: 'the audience of the provider’s access tokens',
      values: 'any text except the client id',
    }),
    AUTH_EMBEDDED: flag.optional().register(describedSettings, {
      description:
        'the embedded identity provider, without passwords; `true` serves other machines too',
      values: FLAG_VALUES,
      default: 'on if `PUBLIC_URL` is a loopback address, for this machine only',
    }),
    DICTIONARY_FILE: z.string().optional().register(describedSettings, {
      description: 'a file with more titles and skills for the search',
      values: 'the path of a file',
    }),
    SITE_NAME: z
      .string()
      .max(60, 'must be at most 60 characters')
      .default('Composable Jobs')
      .register(describedSettings, {
        description: 'the board’s name',
        values: 'up to 60 characters',
      }),
    DEMO_DATA: flag.optional().register(describedSettings, {
      description: 'whether an empty board gets the demo companies',
      values: FLAG_VALUES,
      default: '`true` for an embedded database and a loopback `PUBLIC_URL`',
    }),
    PAGE_CACHE_MB: megabytes.default(64).register(describedSettings, {
      description: 'maximum size of the page cache; `0` disables it',
      values: 'megabytes',
    }),
    STALE_IF_ERROR: seconds.default(300).register(describedSettings, {
      description: 'how long cached pages are served without the database; `0` disables it',
      values: 'seconds',
    }),
    TRUST_PROXY: addresses.optional().register(describedSettings, {
      description: 'proxies whose `X-Forwarded-For` is believed',
      values: 'addresses, networks: `127.0.0.1, 10.0.0.0/8`',
    }),
    RATE_LIMIT_SCALE: factor.default(1).register(describedSettings, {
      description: 'factor of the rate limits; `0` disables them',
      values: 'a number such as `0.5`',
    }),
    LOG_LEVEL: z
      .enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)
      .default('info')
      .register(describedSettings, {
        description: 'the lowest level that is logged',
        values: LOG_LEVELS.map((level) => `\`${level}\``).join(', '),
      }),
    SLOW_QUERY_MS: milliseconds.default(500).register(describedSettings, {
      description: 'duration from which a query is logged; `0` disables it',
      values: 'milliseconds',
    }),
    METRICS_PORT: port.optional().register(describedSettings, {
      description: 'the port of the Prometheus metrics',
      values: '0 to 65535',
      default: 'none: disabled',
    }),
    METRICS_HOST: z.string().default('localhost').register(describedSettings, {
      description: 'the address that serves metrics, which must not be public',
      values: 'a local name or IP address',
    }),
  })
  .transform((settings) => ({
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: publicUrlFrom(settings),
    /** The absolute path. */
    dataDir: resolve(settings.DATA_DIR),
    /** The bucket for uploads; undefined if uploads are in a folder in `dataDir`. */
    uploadsBucket: settings.UPLOADS_URL,
    /** The URL of the database; undefined for the embedded PostgreSQL in `dataDir`. */
    databaseUrl: settings.DATABASE_URL,
    /** The URL of a streaming replica of the database. */
    databaseReadUrl: settings.DATABASE_READ_URL,
    /** The maximum number of database connections per process. */
    databaseConnections: settings.DATABASE_CONNECTIONS,
    /** The number of processes that serve the board. */
    workers: settings.WEB_CONCURRENCY,
    /** A file with more titles and skills for the search (absolute path). */
    dictionaryFile: settings.DICTIONARY_FILE && resolve(settings.DICTIONARY_FILE),
    siteName: settings.SITE_NAME,
    signIn: signInFrom(settings),
    /** Whether an empty board is filled with the demo companies and jobs. */
    demoData: settings.DEMO_DATA ?? (settings.DATABASE_URL === undefined && isOnLoopback(settings)),
    /** The maximum memory of the page cache; 0 disables it. */
    pageCacheBytes: settings.PAGE_CACHE_MB * 1024 * 1024,
    /** How long cached responses are served while the database is unavailable (ms). */
    staleIfError: settings.STALE_IF_ERROR * 1_000,
    /** Trusted proxies, whose `X-Forwarded-For` is believed. */
    trustProxy: settings.TRUST_PROXY ?? [],
    /** The factor by which all rate limits are multiplied; 0 disables them. */
    rateLimitScale: settings.RATE_LIMIT_SCALE,
    logLevel: settings.LOG_LEVEL,
    /** The minimum duration of a query that is logged as slow (ms); 0 disables logging. */
    slowQueryMs: settings.SLOW_QUERY_MS,
    /** The address at which metrics are served; undefined if they are disabled. */
    metrics: metricsFrom(settings),
  }));

export type Config = z.output<typeof environment>;

/** The identity provider. For the embedded one, also which machines it serves. */
export type SignInConfig = SignIn & {
  embedded: 'this machine' | 'everywhere' | undefined;
};

type SignInSettings = {
  PORT: number;
  PUBLIC_URL?: string | undefined;
  AUTH_DOMAIN?: string | undefined;
  AUTH_CLIENT_ID?: string | undefined;
  AUTH_AUDIENCE?: string | undefined;
  AUTH_EMBEDDED?: boolean | undefined;
};

type MetricsSettings = { METRICS_PORT?: number | undefined; METRICS_HOST: string };

function metricsFrom({ METRICS_PORT: port, METRICS_HOST: host }: MetricsSettings) {
  return port === undefined ? undefined : { port, host };
}

/** Returns the sign-in settings; undefined if sign-in is disabled. */
function signInFrom(settings: SignInSettings): SignInConfig | undefined {
  const { AUTH_DOMAIN: domain, AUTH_CLIENT_ID: clientId, AUTH_AUDIENCE: audience } = settings;
  if (domain && clientId && audience) return { domain, clientId, audience, embedded: undefined };
  const own = publicUrlFrom(settings);
  const { port } = new URL(own);
  if (!(settings.AUTH_EMBEDDED ?? isOnLoopback(settings))) return undefined;
  return {
    domain: own,
    // The SDK puts the client id into a cookie's name. It contains the port, because all ports of a host share cookies.
    clientId: `composable-jobs${port && `-${port}`}`,
    audience: `${own}/api`,
    embedded: settings.AUTH_EMBEDDED ? 'everywhere' : 'this machine',
  };
}

type OriginSettings = Pick<SignInSettings, 'PORT' | 'PUBLIC_URL'>;

function publicUrlFrom({ PORT, PUBLIC_URL }: OriginSettings): string {
  return PUBLIC_URL ?? `http://localhost:${PORT}`;
}

/** Whether `PUBLIC_URL` is a loopback address. */
function isOnLoopback(settings: OriginSettings): boolean {
  return isLoopback(new URL(publicUrlFrom(settings)).hostname);
}

/**
 * Validates the settings in the environment.
 * @throws StartupError with a line for each invalid setting
 */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  const { shape } = environment.in;
  const known = Object.keys(shape);
  const secret = Object.entries(shape)
    .filter(([, schema]) => describedSettings.get(schema)?.secret)
    .map(([name]) => name);
  const { values, fromFile, ...read } = readEnvironment(variables, { known, secret });
  const problems = [...conflictingSettings(values), ...read.problems];
  const result = environment.safeParse(values);
  if (result.success && problems.length === 0) return result.data;
  const invalid = (result.error?.issues ?? []).map(({ path, message }) => {
    const name = path.join('.');
    return `${fromFile.includes(name) ? `${name} (read from its file)` : name} ${message}`;
  });
  const lines = [...invalid, ...problems].map((line) => `  ${line}`);
  throw new StartupError(`Invalid settings; correct them and start again:\n${lines.join('\n')}`);
}

/** Returns a problem for each setting that conflicts with another, or that requires another one. */
function conflictingSettings(values: Record<string, string>): string[] {
  const problems: string[] = [];
  const hosted = ['AUTH_DOMAIN', 'AUTH_CLIENT_ID', 'AUTH_AUDIENCE'];
  if (hosted.some((setting) => values[setting] !== undefined)) {
    for (const setting of hosted.filter((setting) => values[setting] === undefined)) {
      problems.push(`${setting} must be set: ${hosted.join(', ')} belong together`);
    }
    if (values.AUTH_EMBEDDED === 'true') {
      problems.push('AUTH_EMBEDDED must not be true together with AUTH_DOMAIN');
    }
  }
  // If both were the same, an ID token, whose audience is the client id, would be accepted as an access token for the
  // API.
  if (values.AUTH_AUDIENCE && values.AUTH_AUDIENCE === values.AUTH_CLIENT_ID) {
    problems.push('AUTH_AUDIENCE must not be the same as AUTH_CLIENT_ID');
  }
  if (values.DATABASE_READ_URL !== undefined && values.DATABASE_URL === undefined) {
    problems.push('DATABASE_READ_URL must not be set without DATABASE_URL');
  }
  return problems;
}
