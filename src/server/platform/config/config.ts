import { resolve } from 'node:path';
import { z } from 'zod';
import type { SignIn } from '#shared/render-page.ts';
import { StartupError } from '../errors.ts';
import { isLoopback } from '../loopback.ts';
import { bucketAddress } from './bucket-address.ts';
import { conflictingSettings } from './conflicting-settings.ts';
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

/** What is told of a setting in the documents, by `npm run settings`. Markdown, within a table. */
type Described = {
  description: string;
  /** What it may be. */
  values: string;
  /** In words, where the schema has none. */
  default?: string;
  /** Its value may be in a file, whose path is in the setting of this name and `_FILE`. */
  secret?: true;
};

export const describedSettings = z.registry<Described>();

/** Every setting, by its name in the environment. An empty value counts as none. */
export const environment = z
  .object({
    PORT: port.default(3000).register(describedSettings, {
      description: 'the port to listen on',
      values: '0 to 65535',
    }),
    HOST: z.string().default('localhost').register(describedSettings, {
      description: 'the address to listen on; `0.0.0.0` for all',
      values: 'a name or an IP address of this machine',
    }),
    PUBLIC_URL: origin.optional().register(describedSettings, {
      description: 'how people reach the board',
      values: 'an http or https address without a path',
      default: '`http://localhost:$PORT`',
    }),
    DATA_DIR: z.string().default('./data').register(describedSettings, {
      description: 'where the embedded database keeps its data, and the board its uploaded logos',
      values: 'a folder that can be written to',
    }),
    UPLOADS_URL: bucketAddress.optional().register(describedSettings, {
      description:
        'a bucket for uploaded logos, on a store that speaks S3, in place of that folder',
      values:
        '`s3://BUCKET/PREFIX?region=…`, with `&endpoint=https://…` and `&use_path_style=true`',
    }),
    DATABASE_URL: databaseUrl.optional().register(describedSettings, {
      description: 'a PostgreSQL 15 or newer to use in place of the embedded one',
      values: 'a `postgres://` address; or `DATABASE_URL_FILE`, a file that holds it',
      secret: true,
    }),
    DATABASE_READ_URL: databaseUrl.optional().register(describedSettings, {
      description: 'a streaming replica of that PostgreSQL, to read what is public from',
      values: 'a `postgres://` address; or `DATABASE_READ_URL_FILE`, a file that holds it',
      secret: true,
    }),
    DATABASE_CONNECTIONS: connections.default(DEFAULT_CONNECTIONS).register(describedSettings, {
      description: 'how many connections each process may open to the database',
      values: `a whole number from ${MIN_CONNECTIONS} to 1000`,
    }),
    WEB_CONCURRENCY: workers.default(1).register(describedSettings, {
      description:
        'how many processes of this machine serve the board; one for each core is plenty',
      values: '1 to 64',
    }),
    AUTH_DOMAIN: authDomain.optional().register(describedSettings, {
      description: 'the identity provider that people sign in with, such as `board.eu.auth0.com`',
      values: 'a host, or an https address without a path',
    }),
    AUTH_CLIENT_ID: clientId.optional().register(describedSettings, {
      description: 'the board’s client id there',
      values: 'letters, digits and the characters `. _ ~ -`',
    }),
    AUTH_AUDIENCE: z.string().optional().register(describedSettings, {
      description: 'what that provider’s access tokens for the board’s API are made for',
      values: 'a text other than the client id',
    }),
    AUTH_EMBEDDED: flag.optional().register(describedSettings, {
      description:
        'the embedded identity provider, without passwords; set to `true`, it serves other machines too',
      values: FLAG_VALUES,
      default: '`true` where `PUBLIC_URL` is a loopback address, else `false`',
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
      description: 'fill an empty board with the demo companies',
      values: FLAG_VALUES,
      default:
        '`true` with the embedded database where `PUBLIC_URL` is a loopback address, else `false`',
    }),
    PAGE_CACHE_MB: megabytes.default(64).register(describedSettings, {
      description:
        'how much memory finished answers may take, so that they are made once; `0` keeps none',
      values: 'a whole number of megabytes',
    }),
    STALE_IF_ERROR: seconds.default(300).register(describedSettings, {
      description:
        'how long cached pages are served while the database is away, in seconds; `0`: not at all',
      values: 'a whole number of seconds',
    }),
    TRUST_PROXY: addresses.optional().register(describedSettings, {
      description:
        'whose word is taken for where a request comes from (`X-Forwarded-For`): the proxies in front',
      values: 'addresses and networks with commas between them, such as `127.0.0.1, 10.0.0.0/8`',
    }),
    RATE_LIMIT_SCALE: factor.default(1).register(describedSettings, {
      description:
        'how many times as often as by default one address may call; `0` is as often as it likes',
      values: 'a number such as `0.5` or `10`',
    }),
    LOG_LEVEL: z
      .enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)
      .default('info')
      .register(describedSettings, {
        description: 'the least that is worth a line in the log',
        values: LOG_LEVELS.map((level) => `\`${level}\``).join(', '),
      }),
    SLOW_QUERY_MS: milliseconds.default(500).register(describedSettings, {
      description: 'a query that takes as long has a line in the log; `0`: none has',
      values: 'a whole number of milliseconds',
    }),
    METRICS_PORT: port.optional().register(describedSettings, {
      description: 'the port to serve metrics for Prometheus on, at `/metrics`',
      values: '0 to 65535',
      default: 'none: nothing is counted',
    }),
    METRICS_HOST: z.string().default('localhost').register(describedSettings, {
      description: 'the address to serve them on, which the public must not reach',
      values: 'a name or an IP address of this machine',
    }),
  })
  .transform((settings) => ({
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: publicUrlFrom(settings),
    /** Absolute. */
    dataDir: resolve(settings.DATA_DIR),
    /** Absent: uploads are in a folder of `dataDir`. */
    uploadsBucket: settings.UPLOADS_URL,
    /** Absent: the embedded PostgreSQL under `dataDir`. */
    databaseUrl: settings.DATABASE_URL,
    /** A replica of it. */
    databaseReadUrl: settings.DATABASE_READ_URL,
    /** How many connections each process may open. */
    databaseConnections: settings.DATABASE_CONNECTIONS,
    /** How many processes serve. */
    workers: settings.WEB_CONCURRENCY,
    siteName: settings.SITE_NAME,
    signIn: signInFrom(settings),
    /** Whether an empty board is filled with the demo companies and jobs. */
    demoData: settings.DEMO_DATA ?? (settings.DATABASE_URL === undefined && isOnLoopback(settings)),
    /** How much of what has been answered is kept in memory. */
    pageCacheBytes: settings.PAGE_CACHE_MB * 1024 * 1024,
    /** How long cached responses are served while the database is away (ms). */
    staleIfError: settings.STALE_IF_ERROR * 1_000,
    /** Whose word is taken for where a request comes from. */
    trustProxy: settings.TRUST_PROXY ?? [],
    /** How many times what one address may do by default; 0 is as much as it likes. */
    rateLimitScale: settings.RATE_LIMIT_SCALE,
    logLevel: settings.LOG_LEVEL,
    /** Queries that take as long (ms) are told of; 0 is none. */
    slowQueryMs: settings.SLOW_QUERY_MS,
    /** Where metrics are served; absent: nowhere. */
    metrics: metricsFrom(settings),
  }));

export type Config = z.output<typeof environment>;

/** Where people sign in, and how far the embedded identity provider serves where it is that one. */
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

/** Undefined where nobody can sign in. */
function signInFrom(settings: SignInSettings): SignInConfig | undefined {
  const { AUTH_DOMAIN: domain, AUTH_CLIENT_ID: clientId, AUTH_AUDIENCE: audience } = settings;
  if (domain && clientId && audience) return { domain, clientId, audience, embedded: undefined };
  const own = publicUrlFrom(settings);
  const { port } = new URL(own);
  if (!(settings.AUTH_EMBEDDED ?? isOnLoopback(settings))) return undefined;
  return {
    domain: own,
    // The SDK names its cookie after it, and cookies do not tell the ports of one machine apart.
    clientId: `composable-jobs${port && `-${port}`}`,
    audience: `${own}/api`,
    embedded: settings.AUTH_EMBEDDED ? 'everywhere' : 'this machine',
  };
}

type OriginSettings = Pick<SignInSettings, 'PORT' | 'PUBLIC_URL'>;

function publicUrlFrom({ PORT, PUBLIC_URL }: OriginSettings): string {
  return PUBLIC_URL ?? `http://localhost:${PORT}`;
}

/** Whether only this machine reaches the board, as far as `PUBLIC_URL` says. */
function isOnLoopback(settings: OriginSettings): boolean {
  return isLoopback(new URL(publicUrlFrom(settings)).hostname);
}

/**
 * The settings from the environment, checked.
 * @throws StartupError naming every setting that is wrong.
 */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  const { shape } = environment.in;
  const known = Object.keys(shape);
  const secret = Object.entries(shape)
    .filter(([, schema]) => describedSettings.get(schema)?.secret)
    .map(([name]) => name);
  const given = readEnvironment(variables, { known, secret });
  const { values, fromFile } = given;
  const problems = [...conflictingSettings(values), ...given.problems];
  const result = environment.safeParse(values);
  if (result.success && problems.length === 0) return result.data;
  const faults = (result.error?.issues ?? []).map(({ path, message }) => {
    const name = path.join('.');
    return `${fromFile.includes(name) ? `${name}, from its file,` : name} ${message}`;
  });
  const lines = [...faults, ...problems].map((line) => `  ${line}`);
  throw new StartupError(`Settings that cannot be used:\n${lines.join('\n')}`);
}
