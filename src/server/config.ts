import { resolve } from 'node:path';
import { z } from 'zod';
import type { SignIn } from '#shared/render-page.ts';
import { isLoopback } from './identity/loopback.ts';
import { StartupError } from './startup-error.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a port number from 0 to 65535');

const megabytes = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a whole number of megabytes, or 0')
  .transform(Number);

const flag = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((value) => value === 'true');

/** An address without a path, such as `https://jobs.example`. */
const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
  .refine((value) => {
    const { pathname, search, hash, username } = new URL(value);
    return pathname === '/' && !search && !hash && !username;
  }, 'must be an address without a path, a query or a user')
  .transform((value) => new URL(value).origin);

const databaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must be a postgres:// address',
});

/** The identity provider's host, as its vendors name it, or its whole origin. */
const authDomain = z
  .string()
  .transform((value) => (/^https?:\/\//i.test(value) ? value : `https://${value}`))
  .pipe(origin)
  .refine(
    (value) => value.startsWith('https:') || isLoopback(new URL(value).hostname),
    'must be reached by https',
  );

/** The sign-in SDK names a cookie after it, and a script in the pages looks for that cookie. */
const clientId = z
  .string()
  .regex(/^[\w.~-]+$/, 'must consist of letters, digits and the characters . _ ~ -');

/** Every setting, by its name in the environment. An empty value counts as none. */
export const environment = z
  .object({
    PORT: port.default(3000),
    HOST: z.string().default('localhost'),
    PUBLIC_URL: origin.optional(),
    DATA_DIR: z.string().default('./data'),
    DATABASE_URL: databaseUrl.optional(),
    SITE_NAME: z.string().max(60, 'must be at most 60 characters').default('Composable Jobs'),
    DEMO_DATA: flag.optional(),
    AUTH_DOMAIN: authDomain.optional(),
    AUTH_CLIENT_ID: clientId.optional(),
    AUTH_AUDIENCE: z.string().optional(),
    AUTH_EMBEDDED: flag.optional(),
    PAGE_CACHE_MB: megabytes.default(64),
    LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  })
  .superRefine((settings, context) => {
    const complain = (setting: keyof typeof settings, message: string) =>
      context.addIssue({ code: 'custom', path: [setting], message });
    const hosted = ['AUTH_DOMAIN', 'AUTH_CLIENT_ID', 'AUTH_AUDIENCE'] as const;
    if (hosted.some((setting) => settings[setting] !== undefined)) {
      for (const setting of hosted.filter((setting) => settings[setting] === undefined)) {
        complain(setting, `must be set, for ${hosted.join(', ')} belong together`);
      }
      if (settings.AUTH_EMBEDDED) complain('AUTH_EMBEDDED', 'must not be true beside AUTH_DOMAIN');
    }
    // Else a token that is only about who signed in would pass for one that opens the API.
    if (settings.AUTH_AUDIENCE && settings.AUTH_AUDIENCE === settings.AUTH_CLIENT_ID) {
      complain('AUTH_AUDIENCE', 'must not be the same as AUTH_CLIENT_ID');
    }
  })
  .transform((settings) => ({
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: publicUrlFrom(settings),
    /** Absolute. */
    dataDir: resolve(settings.DATA_DIR),
    /** Absent: the embedded PostgreSQL under `dataDir`. */
    databaseUrl: settings.DATABASE_URL,
    siteName: settings.SITE_NAME,
    signIn: signInFrom(settings),
    /** Whether an empty board is filled with the demo companies and jobs. */
    demoData: settings.DEMO_DATA ?? settings.DATABASE_URL === undefined,
    /** How much of what has been answered is kept in memory. */
    pageCacheBytes: settings.PAGE_CACHE_MB * 1024 * 1024,
    logLevel: settings.LOG_LEVEL,
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

/** Undefined where nobody can sign in. */
function signInFrom(settings: SignInSettings): SignInConfig | undefined {
  const { AUTH_DOMAIN: domain, AUTH_CLIENT_ID: clientId, AUTH_AUDIENCE: audience } = settings;
  if (domain && clientId && audience) return { domain, clientId, audience, embedded: undefined };
  const own = publicUrlFrom(settings);
  const { hostname, port } = new URL(own);
  if (!(settings.AUTH_EMBEDDED ?? isLoopback(hostname))) return undefined;
  return {
    domain: own,
    // The SDK names its cookie after it, and cookies do not tell the ports of one machine apart.
    clientId: `composable-jobs${port && `-${port}`}`,
    audience: `${own}/api`,
    embedded: settings.AUTH_EMBEDDED ? 'everywhere' : 'this machine',
  };
}

function publicUrlFrom({ PORT, PUBLIC_URL }: Pick<SignInSettings, 'PORT' | 'PUBLIC_URL'>): string {
  return PUBLIC_URL ?? `http://localhost:${PORT}`;
}

/**
 * The settings from the environment, checked.
 * @throws StartupError naming every setting that is wrong.
 */
export function readConfig(variables: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = environment.safeParse(given);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}`);
  throw new StartupError(`Settings that cannot be used:\n${problems.join('\n')}`);
}
