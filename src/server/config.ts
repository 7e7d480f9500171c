import { resolve } from 'node:path';
import { z } from 'zod';
import { StartupError } from './startup-error.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a port number from 0 to 65535');

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
    LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`).default('info'),
  })
  .transform((settings) => ({
    port: settings.PORT,
    host: settings.HOST,
    publicUrl: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    /** Absolute. */
    dataDir: resolve(settings.DATA_DIR),
    /** Absent: the embedded PostgreSQL under `dataDir`. */
    databaseUrl: settings.DATABASE_URL,
    siteName: settings.SITE_NAME,
    /** Whether an empty board is filled with the demo companies and jobs. */
    demoData: settings.DEMO_DATA ?? settings.DATABASE_URL === undefined,
    logLevel: settings.LOG_LEVEL,
  }));

export type Config = z.output<typeof environment>;

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
