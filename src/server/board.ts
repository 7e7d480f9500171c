import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { buildApp } from './app.ts';
import { trustsEmbeddedAddresses } from './auth/verified-email.ts';
import { openDeletionList } from './content/storage/deletion-list.ts';
import { openUploadStorage } from './content/storage/open-upload-storage.ts';
import { listenForChanges } from './db/change-listener.ts';
import { type OpenDatabase, openDatabase } from './db/client.ts';
import { checkConnectionLimit } from './db/connection-limit.ts';
import { databaseMetrics } from './db/database-metrics.ts';
import type { PendingMigrations } from './db/migrate.ts';
import { queryMetrics } from './db/query-metrics.ts';
import { logSlowQueries } from './db/slow-queries.ts';
import { addDemoPeople } from './demo-data/add-demo-people.ts';
import { fillEmptyBoard } from './demo-data/fill-empty-board.ts';
import type { WebBundle } from './http/pages/web-bundle.ts';
import type { OverloadLimits } from './http/rate-limits/overload.ts';
import { stopListening } from './http/server/graceful-shutdown.ts';
import { SEND_MAIL } from './mail/jobs.ts';
import { type MailOutcome, mailMetrics } from './mail/mail-metrics.ts';
import { createOutbox } from './mail/outbox.ts';
import { isPaused } from './mail/pause.ts';
import { createSender } from './mail/sender.ts';
import { hasSiteAdmin } from './modules/accounts/queries.ts';
import { NO_SITE_ADMIN } from './modules/accounts/setup/require-site-admin.ts';
import { pauseUndeliverable } from './modules/alerts/addresses/pause-address.ts';
import { claimMails } from './modules/claims/mail/claim-mails.ts';
import { readMissingFacts, storeTimeZone } from './modules/facts/commands.ts';
import { storeMailServer } from './modules/mail/commands.ts';
import { followSettings, liveRules, liveSite } from './modules/settings/live/live-settings.ts';
import { readTimeZone } from './modules/settings/queries.ts';
import { importMetrics } from './modules/sources/writes/import-metrics.ts';
import { boardMetrics } from './operations/board-metrics.ts';
import { startScheduledTasks, taskMetrics } from './operations/scheduled-tasks.ts';
import type { Config } from './platform/config/config.ts';
import type { StartupError } from './platform/errors.ts';
import type { LiveSite } from './platform/live-site.ts';
import { type Queue, startQueue } from './queue/queue.ts';

type DatabaseOptions = {
  /** Called when the embedded database runs, with a function that stops it at once. */
  onEmbedded?: ((stop: () => Promise<void>) => void) | undefined;
  /** Called when another process has taken over the embedded database, so that this process must end. */
  onDatabaseLost?: ((error: StartupError) => void) | undefined;
  /** The metrics registry; if undefined, no metrics are recorded. */
  registry?: Registry | undefined;
  pendingMigrations?: PendingMigrations | undefined;
};

type BoardOptions = DatabaseOptions & { overloadLimits?: OverloadLimits | undefined };

export type Board = {
  /** The name of the board. */
  name: string;
  app: FastifyInstance;
  database: OpenDatabase;
  /** Completes the requests in progress and then closes the database. */
  stop(): Promise<void>;
};

/** Opens and prepares the database, and builds the app, which does not listen yet. */
export async function startBoard(
  config: Config,
  logger: FastifyBaseLogger,
  web: WebBundle,
  options: BoardOptions = {},
): Promise<Board> {
  const database = await prepareDatabase(config, logger, options);
  return serveBoard(config, logger, web, database, options);
}

/**
 * Opens the database, adds demo data if configured, and logs what operators should know. Runs once per board, not in
 * each worker.
 */
export async function prepareDatabase(
  config: Config,
  logger: FastifyBaseLogger,
  options: DatabaseOptions = {},
): Promise<OpenDatabase> {
  const database = await openBoardDatabase(config, logger, options);
  try {
    await storeTimeZone(database.db, await readTimeZone(database.db, config));
    await storeMailServer(database.db, config.mail.delivery === 'smtp');
    if (config.demoData && (await fillEmptyBoard(database.db))) await readMissingFacts(database.db);
    if (config.signIn?.embedded && config.signIn.embedded !== 'with proof') {
      const verified = trustsEmbeddedAddresses(config.signIn, config.publicUrl);
      await addDemoPeople(database.db, { verified });
    }
    const { databaseConnections: connections, workers: processes } = config;
    const warning = await checkConnectionLimit(database.db, { connections, processes });
    if (warning) logger.warn(warning);
    logger.info(describeSignIn(config));
    if (config.signIn?.embedded === 'with proof' && !(await hasSiteAdmin(database.db))) {
      logger.warn(NO_SITE_ADMIN);
    }
    if (config.mail.delivery === 'none') logger.warn(NO_MAIL);
    else if (await isPaused(database.db)) logger.warn(MAIL_PAUSED);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Opens the database of a serving process, with logging and metrics. */
export function openBoardDatabase(
  config: Config,
  logger: FastifyBaseLogger,
  { onEmbedded, onDatabaseLost, registry, pendingMigrations }: DatabaseOptions = {},
): Promise<OpenDatabase> {
  const { slowQueryMs } = config;
  const logSlow = slowQueryMs > 0 ? logSlowQueries(logger, slowQueryMs) : undefined;
  const measure = registry && queryMetrics(registry);
  return openDatabase(config, {
    purpose: 'server',
    pendingMigrations,
    onEmbedded,
    log: (message) => logger.info(message),
    onConnectionLost: (error) => logger.warn({ err: error }, 'Database connection lost'),
    onReplicaLost: (error) =>
      logger.warn({ err: error }, 'Replica unavailable; reading from the primary'),
    onReplicaBack: () => logger.info('Replica available again'),
    ...(onDatabaseLost && { onDatabaseLost }),
    ...((logSlow || measure) && {
      onQuery(query) {
        logSlow?.(query);
        measure?.(query);
      },
    }),
  });
}

/** Builds the app over a prepared database. Stopping the app closes the database. */
export async function serveBoard(
  config: Config,
  logger: FastifyBaseLogger,
  web: WebBundle,
  database: OpenDatabase,
  { registry, overloadLimits }: Pick<BoardOptions, 'registry' | 'overloadLimits'> = {},
): Promise<Board> {
  try {
    const storage = openUploadStorage(config);
    const changes = await listenForChanges({
      connectionString: database.connectionString,
      onDisconnect: (error) => {
        logger.warn({ err: error }, 'Change listener disconnected; page cache disabled');
      },
      onUnresponsive() {
        logger.error('Database unresponsive; failing fast');
        database.sockets.giveUp();
      },
      onResponsive() {
        logger.info('Database responsive again');
        database.sockets.resume();
      },
    });
    database.replica?.follow(changes);
    const { db } = database;
    const fixed = config.fixedSettings;
    const settings = await followSettings(db, { fixed, changes, logger });
    const site = liveSite(config.publicUrl, settings);
    const rules = liveRules(settings);
    const app = await buildApp({
      config,
      logger,
      db,
      changes,
      settings,
      storage,
      web,
      registry,
      overloadLimits,
    });
    const onTask = registry && taskMetrics(registry);
    const onMail = registry && mailMetrics(registry);
    const outbox = createOutbox(config.mail);
    const tasks = startScheduledTasks({
      db,
      connectionString: database.connectionString,
      storage,
      deletions: openDeletionList(config),
      reminders: { outbox, site, rules },
      claims: { rules, mails: claimMails(outbox, site) },
      mailRate: config.mail.rate,
      logger,
      onTask,
      onMail,
    });
    const queue = await startMailQueue(config, site, logger, database, onMail);
    if (registry) {
      databaseMetrics(registry, { database, changes });
      importMetrics(registry, changes);
      boardMetrics(registry, { db, logger });
    }
    return {
      name: site.name,
      app,
      database,
      async stop() {
        await stopListening(app);
        await app.close();
        await tasks.stop();
        await queue?.stop();
        await changes.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

const NO_MAIL =
  'Mail disabled: the board cannot send mails, such as sign-in codes. Set SMTP_URL and MAIL_FROM.';

const MAIL_PAUSED =
  'Mail paused: emails wait until a site admin resumes them, or `npm run board -- mail resume`.';

/** Starts the queue that sends mails; undefined if no mail server is configured. */
async function startMailQueue(
  { mail }: Config,
  site: LiveSite,
  logger: FastifyBaseLogger,
  { db, pools }: OpenDatabase,
  onOutcome: ((outcome: MailOutcome) => void) | undefined,
): Promise<Queue | undefined> {
  if (!mail.server) return undefined;
  const sendMail = createSender({
    db,
    server: mail.server,
    config: mail,
    site,
    logger,
    onOutcome,
    onRefusedRecipient: pauseUndeliverable,
  });
  return startQueue({ pool: pools.general, tasks: { [SEND_MAIL]: sendMail }, logger });
}

function describeSignIn({ signIn }: Config): string {
  if (!signIn) {
    return 'Sign-in disabled: set AUTH_DOMAIN, AUTH_CLIENT_ID and AUTH_AUDIENCE, or AUTH_EMBEDDED=true.';
  }
  if (!signIn.embedded) return `Sign-in enabled at ${signIn.domain}`;
  if (signIn.embedded === 'with proof') {
    return 'Embedded identity provider enabled: people sign in with a code that is sent to their email address.';
  }
  const reach = signIn.embedded === 'everywhere' ? 'all clients' : 'this machine only';
  return `Embedded identity provider enabled for ${reach}: people sign in with any email address and no password.`;
}
