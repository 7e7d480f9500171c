import { resolve } from 'node:path';
import { z } from 'zod';
import type { BoardSettings, SettingName } from '#shared/domain/board-settings.ts';
import { JOB_REVIEWS, type JobReview } from '#shared/domain/job-drafts.ts';
import { SITE_NAME_LENGTH } from '#shared/limits.ts';
import type { SignIn } from '#shared/render-page.ts';
import { StartupError } from '../errors.ts';
import { isLoopback } from '../loopback.ts';
import { bucketAddress } from './bucket-address.ts';
import { type Mailbox, mailbox, type SmtpServer, smtpServer } from './mail-settings.ts';
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
  mailsPerMinute,
  megabytes,
  milliseconds,
  origin,
  port,
  seconds,
  timeZone,
  workers,
} from './setting-values.ts';
import {
  clientCredential,
  openidIssuer,
  providerName,
  upstreamFrom,
  upstreamProblems,
} from './upstream-settings.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The documentation of a setting, which `npm run settings` prints. The texts are Markdown for a table. */
type Documentation = {
  description: string;
  /** The allowed values. */
  values: string;
  /** The default as the documentation shows it. Needed only if the schema has no default. */
  default?: string;
  /** Whether the value may be in a file. If so, the setting with the suffix `_FILE` has the path of this file. */
  secret?: true;
};

/** The default of a variable that site admins can set on a screen instead. */
const FROM_SETTINGS = 'as in `/admin/settings`';

/** The variables that set what site admins can otherwise set on a screen. */
export const FIXED_BY: Partial<Record<SettingName, string>> = {
  name: 'SITE_NAME',
  review: 'JOB_REVIEW',
  payrequired: 'PAY_REQUIRED',
  timezone: 'TIME_ZONE',
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
        'the embedded identity provider: by code on a public `PUBLIC_URL`; without proof on a loopback one, where `true` serves other machines too',
      values: FLAG_VALUES,
      default:
        'on with `SMTP_URL`, or if `PUBLIC_URL` is a loopback address (for this machine only)',
    }),
    GOOGLE_CLIENT_ID: clientCredential.optional().register(describedSettings, {
      description: 'sign-in with Google on a public board: the id of the client there',
      values: '`….apps.googleusercontent.com`',
    }),
    GOOGLE_CLIENT_SECRET: clientCredential.optional().register(describedSettings, {
      description: 'the secret of that client',
      values: 'text, or in `GOOGLE_CLIENT_SECRET_FILE` the path of a file with it',
      secret: true,
    }),
    GITHUB_CLIENT_ID: clientCredential.optional().register(describedSettings, {
      description: 'sign-in with GitHub on a public board: the id of the OAuth app there',
      values: 'text',
    }),
    GITHUB_CLIENT_SECRET: clientCredential.optional().register(describedSettings, {
      description: 'the secret of that app',
      values: 'text, or in `GITHUB_CLIENT_SECRET_FILE` the path of a file with it',
      secret: true,
    }),
    OPENID_ISSUER: openidIssuer.optional().register(describedSettings, {
      description: 'sign-in with another OpenID provider on a public board: its `iss` claim',
      values: 'an https URL',
    }),
    OPENID_CLIENT_ID: clientCredential.optional().register(describedSettings, {
      description: 'the board’s client id there',
      values: 'text',
    }),
    OPENID_CLIENT_SECRET: clientCredential.optional().register(describedSettings, {
      description: 'the secret of that client',
      values: 'text, or in `OPENID_CLIENT_SECRET_FILE` the path of a file with it',
      secret: true,
    }),
    OPENID_NAME: providerName.optional().register(describedSettings, {
      description: 'the name on its button, such as `Acme`',
      values: 'up to 40 characters',
      default: 'the host of `OPENID_ISSUER`',
    }),
    SMTP_URL: smtpServer.optional().register(describedSettings, {
      description: 'the mail server; `smtp:` requires STARTTLS, except on a loopback address',
      values:
        '`smtps://USER:PASSWORD@HOST:465`, `smtp://…`, or in `SMTP_URL_FILE` the path of a file',
      secret: true,
    }),
    MAIL_FROM: mailbox.optional().register(describedSettings, {
      description: 'the sender of mails; required with `SMTP_URL`',
      values: '`jobs@board.example` or `Board <jobs@board.example>`',
    }),
    MAIL_RATE: mailsPerMinute.default(60).register(describedSettings, {
      description: 'maximum mails per minute',
      values: '1 to 60000',
    }),
    DICTIONARY_FILE: z.string().optional().register(describedSettings, {
      description: 'a file with more titles and skills for the search',
      values: 'the path of a file',
    }),
    PAGES_DIR: z.string().optional().register(describedSettings, {
      description: 'a folder with your `privacy.md`, `imprint.md`, `about.md`, `contact-us.md`',
      values: 'the path of a folder',
    }),
    SITE_NAME: z
      .string()
      .max(SITE_NAME_LENGTH, `must be at most ${SITE_NAME_LENGTH} characters`)
      .optional()
      .register(describedSettings, {
        description: 'the board’s name',
        values: `up to ${SITE_NAME_LENGTH} characters`,
        default: FROM_SETTINGS,
      }),
    JOB_REVIEW: z
      .enum(JOB_REVIEWS, `must be one of ${JOB_REVIEWS.join(', ')}`)
      .optional()
      .register(describedSettings, {
        description:
          'which jobs of company admins a site admin reviews: `first` those of companies without a published job',
        values: JOB_REVIEWS.map((rule) => `\`${rule}\``).join(', '),
        default: FROM_SETTINGS,
      }),
    PAY_REQUIRED: flag.optional().register(describedSettings, {
      description:
        'whether a new job must state a salary range or pay; `false` suits a board for volunteers',
      values: FLAG_VALUES,
      default: FROM_SETTINGS,
    }),
    TIME_ZONE: timeZone.optional().register(describedSettings, {
      description: 'the time zone in which jobs close whose places do not say it',
      values: 'an IANA name, such as `Europe/Berlin`',
      default: FROM_SETTINGS,
    }),
    DEMO_DATA: flag.optional().register(describedSettings, {
      description: 'whether an empty board gets the demo companies',
      values: FLAG_VALUES,
      default: '`true` for an embedded database and a loopback `PUBLIC_URL`',
    }),
    READ_SOURCES: flag.default(true).register(describedSettings, {
      description: 'whether this server reads sources; another machine may do it instead',
      values: FLAG_VALUES,
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
    /** The folder with the operator's texts (absolute path). */
    pagesDir: settings.PAGES_DIR && resolve(settings.PAGES_DIR),
    /** The settings of the board that the environment sets, so that nobody changes them on the screen. */
    fixedSettings: fixedSettingsFrom(settings),
    signIn: signInFrom(settings),
    /** The upstream providers through which people may sign in at the embedded provider. */
    upstream: upstreamFrom(settings),
    mail: mailFrom(settings),
    /** Whether an empty board is filled with the demo companies and jobs. */
    demoData: settings.DEMO_DATA ?? (settings.DATABASE_URL === undefined && isOnLoopback(settings)),
    /** Whether this server reads sources of jobs, in a separate process. */
    readSources: settings.READ_SOURCES,
    /** The maximum memory of the page cache; 0 disables it. */
    pageCacheBytes: settings.PAGE_CACHE_MB * 1024 * 1024,
    /** How long cached responses are served while the database is unavailable (ms). */
    staleIfError: settings.STALE_IF_ERROR * 1_000,
    /** The addresses of trusted proxies. Only their `X-Forwarded-For` headers are used. */
    trustProxy: settings.TRUST_PROXY ?? [],
    /** The factor by which all rate limits are multiplied; 0 disables them. */
    rateLimitScale: settings.RATE_LIMIT_SCALE,
    logLevel: settings.LOG_LEVEL,
    /** The minimum duration of a query that is logged as slow (ms); 0 means that no query is logged. */
    slowQueryMs: settings.SLOW_QUERY_MS,
    /** The address at which metrics are served; undefined if they are disabled. */
    metrics: metricsFrom(settings),
  }));

export type Config = z.output<typeof environment>;

/**
 * The identity provider. `embedded` says whom the embedded provider serves. If `PUBLIC_URL` is a loopback address, it
 * serves people on this machine or everywhere, without proof. If the URL is public, it serves people who prove their
 * email address.
 */
export type SignInConfig = SignIn & {
  embedded: 'this machine' | 'everywhere' | 'with proof' | undefined;
};

type SignInSettings = {
  PORT: number;
  PUBLIC_URL?: string | undefined;
  AUTH_DOMAIN?: string | undefined;
  AUTH_CLIENT_ID?: string | undefined;
  AUTH_AUDIENCE?: string | undefined;
  AUTH_EMBEDDED?: boolean | undefined;
  SMTP_URL?: SmtpServer | undefined;
};

/**
 * What happens to mails. `smtp`: a mail server delivers them. `captured`: they are not sent, but can be read at
 * `/dev/mail`. `none`: the board cannot send mails.
 */
export type MailDelivery = 'smtp' | 'captured' | 'none';

export type MailConfig = {
  delivery: MailDelivery;
  /** The mail server; undefined unless `delivery` is `smtp`. */
  server: SmtpServer | undefined;
  /** The sender. Without a name, mails have the name of the board. */
  from: Mailbox;
  /** The maximum number of mails per minute. */
  rate: number;
};

type FixedSettings = {
  SITE_NAME?: string | undefined;
  JOB_REVIEW?: JobReview | undefined;
  PAY_REQUIRED?: boolean | undefined;
  TIME_ZONE?: string | undefined;
};

function fixedSettingsFrom({
  SITE_NAME: name,
  JOB_REVIEW: review,
  PAY_REQUIRED: payrequired,
  TIME_ZONE: timezone,
}: FixedSettings): Partial<BoardSettings> {
  return {
    ...(name !== undefined && { name }),
    ...(review !== undefined && { review }),
    ...(payrequired !== undefined && { payrequired }),
    ...(timezone !== undefined && { timezone }),
  };
}

type MailSettings = OriginSettings & {
  SMTP_URL?: SmtpServer | undefined;
  MAIL_FROM?: Mailbox | undefined;
  MAIL_RATE: number;
};

function mailFrom(settings: MailSettings): MailConfig {
  const { SMTP_URL: server, MAIL_FROM, MAIL_RATE: rate } = settings;
  const withoutServer = isOnLoopback(settings) ? 'captured' : 'none';
  const from = MAIL_FROM ?? { name: '', address: 'board@localhost' };
  return { delivery: server ? 'smtp' : withoutServer, server, from, rate };
}

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
  const isUsable = isOnLoopback(settings) || settings.SMTP_URL !== undefined;
  if (!(settings.AUTH_EMBEDDED ?? isUsable)) return undefined;
  return {
    domain: own,
    // The client id contains the port, because all ports of a host share cookies, and the browser library for signing
    // in uses the id in the name of a cookie.
    clientId: `composable-jobs${port && `-${port}`}`,
    audience: `${own}/api`,
    embedded: embeddedFrom(settings),
  };
}

function embeddedFrom(settings: SignInSettings): SignInConfig['embedded'] {
  if (!isOnLoopback(settings)) return 'with proof';
  return settings.AUTH_EMBEDDED ? 'everywhere' : 'this machine';
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
  if (result.success) problems.push(...unusedProviders(result.data));
  if (result.success && problems.length === 0) return result.data;
  const invalid = (result.error?.issues ?? []).map(({ path, message }) => {
    const name = path.join('.');
    return `${fromFile.includes(name) ? `${name} (read from its file)` : name} ${message}`;
  });
  const lines = [...invalid, ...problems].map((line) => `  ${line}`);
  throw new StartupError(`Invalid settings; correct them and start again:\n${lines.join('\n')}`);
}

/**
 * Returns a problem if upstream providers are set but would be ignored, because the sign-in requires no proof, or is
 * disabled.
 */
function unusedProviders({ signIn, upstream }: Config): string[] {
  // If AUTH_DOMAIN is set, another check already reports the providers as a problem.
  const isHosted = signIn !== undefined && signIn.embedded === undefined;
  if (isHosted || signIn?.embedded === 'with proof') return [];
  const remedy = 'set a public PUBLIC_URL and SMTP_URL, and no AUTH_EMBEDDED=false';
  return upstream.map(
    ({ key }) => `${key.toUpperCase()}_CLIENT_ID requires the sign-in of a public board: ${remedy}`,
  );
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
  // The audience of an ID token is the client id. If the audience of the API were also the client id, the API would
  // accept ID tokens as access tokens.
  if (values.AUTH_AUDIENCE && values.AUTH_AUDIENCE === values.AUTH_CLIENT_ID) {
    problems.push('AUTH_AUDIENCE must not be the same as AUTH_CLIENT_ID');
  }
  if (values.SMTP_URL !== undefined && values.MAIL_FROM === undefined) {
    problems.push('MAIL_FROM must be set together with SMTP_URL');
  }
  if (values.DATABASE_READ_URL !== undefined && values.DATABASE_URL === undefined) {
    problems.push('DATABASE_READ_URL must not be set without DATABASE_URL');
  }
  return [...problems, ...upstreamProblems(values)];
}
