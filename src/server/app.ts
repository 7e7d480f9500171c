import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Registry } from 'prom-client';
import { v7 as uuidv7 } from 'uuid';
import { ACCOUNT_ID_LENGTH } from '#shared/limits.ts';
import { codeMail } from './auth/embedded-provider/code-mail.ts';
import { passkeyMail } from './auth/embedded-provider/passkey-mail.ts';
import type { UpstreamAddresses } from './auth/embedded-provider/upstream/upstream-provider.ts';
import { identity } from './auth/identity.ts';
import type { UploadStorage } from './content/storage/upload-storage.ts';
import type { ChangeListener } from './db/change-listener.ts';
import type { BoardDatabase } from './db/client.ts';
import { poolSizes } from './db/pools.ts';
import { handleErrors, sendProblem } from './http/api/error-handler.ts';
import { inProcessApi } from './http/api/in-process-api.ts';
import { jsonBodies } from './http/api/json-bodies.ts';
import { notFound } from './http/api/problem.ts';
import { openApiRoutes } from './http/openapi/openapi-routes.ts';
import { cacheResponses } from './http/page-cache/cache-hook.ts';
import { createPageCache } from './http/page-cache/page-cache.ts';
import { pageCacheMetrics } from './http/page-cache/page-cache-metrics.ts';
import { lookFiles } from './http/pages/look-files.ts';
import { renderedPages } from './http/pages/render-page.ts';
import { staticFiles } from './http/pages/static-files.ts';
import type { WebBundle } from './http/pages/web-bundle.ts';
import { compression } from './http/plugins/compression.ts';
import { health } from './http/plugins/health.ts';
import { multipartBodies } from './http/plugins/multipart.ts';
import { RequestLog } from './http/plugins/request-log.ts';
import { requestMetrics } from './http/plugins/request-metrics.ts';
import { securityHeaders } from './http/plugins/security-headers.ts';
import { networkReader } from './http/rate-limits/client-network.ts';
import { shareDatabase } from './http/rate-limits/database-share.ts';
import { shareMainThread } from './http/rate-limits/main-thread-share.ts';
import { OVERLOAD_LIMITS, type OverloadLimits, overload } from './http/rate-limits/overload.ts';
import { warnOfProxy } from './http/rate-limits/proxy-warning.ts';
import { rateLimits } from './http/rate-limits/rate-limits.ts';
import { createResponseLimiter } from './http/rate-limits/response-limits.ts';
import { refuseUnreadable } from './http/server/client-errors.ts';
import { gracefulShutdown } from './http/server/graceful-shutdown.ts';
import { CONNECTION_LIMITS, createHttpServer } from './http/server/http-server.ts';
import { normalizeUrl } from './http/server/normalized-url.ts';
import { capturedMails } from './mail/captured-mails.ts';
import { createOutbox } from './mail/outbox.ts';
import { findDelay } from './mail/pause.ts';
import { addSiteAdmin } from './modules/accounts/commands.ts';
import { findCaller } from './modules/accounts/queries.ts';
import { accountRoutes } from './modules/accounts/routes.ts';
import { requireSiteAdmin } from './modules/accounts/setup/require-site-admin.ts';
import { alertPageRoutes } from './modules/alerts/pages/alert-pages.ts';
import { alertRoutes } from './modules/alerts/routes.ts';
import { auditRoutes } from './modules/audit-events/routes.ts';
import { followCategories } from './modules/categories/queries.ts';
import { categoryRoutes } from './modules/categories/routes.ts';
import { claimMails } from './modules/claims/mail/claim-mails.ts';
import { claimLogoRoute, claimRoutes } from './modules/claims/routes.ts';
import { administeredCompanyRoutes } from './modules/companies/administration/routes.ts';
import { renameMail } from './modules/companies/renames/rename-mail.ts';
import { renameRoutes } from './modules/companies/renames/routes.ts';
import { companyRoutes } from './modules/companies/routes.ts';
import { descriptionRoutes } from './modules/descriptions/routes.ts';
import { identityRoutes } from './modules/identities/routes.ts';
import { inboxRoutes } from './modules/inbox/routes.ts';
import { dashboardRoutes } from './modules/jobs/dashboard/routes.ts';
import { reviewMail } from './modules/jobs/drafts/review-mail.ts';
import { jobDraftRoutes } from './modules/jobs/drafts/routes.ts';
import { optOutPages } from './modules/jobs/renewal/opt-out-pages.ts';
import { jobRenewalRoutes } from './modules/jobs/renewal/routes.ts';
import { jobRoutes } from './modules/jobs/routes.ts';
import { mailRoutes } from './modules/mail/routes.ts';
import { markRoutes } from './modules/marks/routes.ts';
import { redirectMerged } from './modules/merges/redirect-merged.ts';
import { followPages } from './modules/pages/live/live-pages.ts';
import { managedPageRoutes, pageRoutes } from './modules/pages/routes.ts';
import { passkeyRoutes } from './modules/passkeys/routes.ts';
import { peopleRoutes } from './modules/people/routes.ts';
import { deletionMails } from './modules/personal-data/deletion/deletion-mail.ts';
import { personalDataRoutes } from './modules/personal-data/routes.ts';
import { answerMail } from './modules/reports/mail/answer-mail.ts';
import { fraudMail } from './modules/reports/mail/fraud-mail.ts';
import { reportRoutes } from './modules/reports/routes.ts';
import { reviewRoutes } from './modules/reviews/routes.ts';
import { keepBoardCounts } from './modules/search/stored-counts.ts';
import { sessionRoutes } from './modules/sessions/routes.ts';
import {
  followSettings,
  type LiveSettings,
  liveRules,
  liveSite,
} from './modules/settings/live/live-settings.ts';
import { pageSite } from './modules/settings/live/page-site.ts';
import { settingsRoutes } from './modules/settings/routes.ts';
import { sourceRoutes } from './modules/sources/routes.ts';
import { invitationMails } from './modules/teams/mail/invitation-mails.ts';
import { teamRoutes } from './modules/teams/routes.ts';
import { uploadRoutes } from './modules/uploads/routes.ts';
import { systemRoutes } from './operations/system/routes.ts';
import type { Config } from './platform/config/config.ts';
import { embedRoutes } from './publishing/embeds/embed-routes.ts';
import { feedRoutes } from './publishing/feeds/feed-routes.ts';
import type { PreviewDrawer } from './publishing/link-previews/preview-drawer.ts';
import { previewRoutes } from './publishing/link-previews/routes.ts';
import { robotsRoute } from './publishing/sitemaps/robots.ts';
import { sitemapRoutes } from './publishing/sitemaps/sitemap-routes.ts';
import { describeJobPosting } from './publishing/structured-data/job-posting.ts';

export type AppOptions = {
  config: Pick<
    Config,
    | 'databaseConnections'
    | 'databaseUrl'
    | 'dataDir'
    | 'fixedSettings'
    | 'mail'
    | 'pageCacheBytes'
    | 'pagesDir'
    | 'publicUrl'
    | 'rateLimitScale'
    | 'signIn'
    | 'staleIfError'
    | 'trustProxy'
    | 'uploadsBucket'
    | 'upstream'
  >;
  logger: FastifyBaseLogger;
  db: BoardDatabase;
  /** Reports changes to the page cache; if undefined, no response is cached. */
  changes?: ChangeListener | undefined;
  /** The settings of the board. By default, they are read from the database. */
  settings?: LiveSettings | undefined;
  storage: UploadStorage;
  web: WebBundle;
  /** Draws link previews. By default, the app creates a drawer. */
  drawer?: PreviewDrawer | undefined;
  /** Limits above which requests are shed. */
  overloadLimits?: OverloadLimits | undefined;
  /** The metrics registry; if undefined, no metrics are recorded. */
  registry?: Registry | undefined;
  /** The URLs of Google and GitHub. By default, their real URLs. */
  upstreamAddresses?: UpstreamAddresses | undefined;
};

/** The maximum length of an id in a path before decoding. A percent-encoded character takes three characters. */
const PARAMETER_LENGTH = 3 * ACCOUNT_ID_LENGTH;

/** Maximum size of a JSON body (bytes). */
const MAX_BODY_BYTES = 256 * 1024;

/** Time limit for a request handler (ms). */
const HANDLER_TIMEOUT = 60_000;

/** Builds the whole server, which does not listen yet. Production and tests use the same function. */
export async function buildApp({
  config,
  logger,
  db,
  changes,
  settings: given,
  storage,
  web,
  drawer,
  overloadLimits = OVERLOAD_LIMITS,
  registry,
  upstreamAddresses,
}: AppOptions): Promise<FastifyInstance> {
  const { planned, prepared } = poolSizes(config.databaseConnections);
  const { pageCacheBytes: bytes, staleIfError, publicUrl, signIn, trustProxy } = config;
  const fixed = config.fixedSettings;
  const settings = given ?? (await followSettings(db, { fixed, changes, logger }));
  const categories = await followCategories(db, { changes, logger });
  const site = liveSite(publicUrl, settings);
  const textPages = await followPages(db, { config, settings, changes, logger });
  const cache =
    changes && bytes > 0 ? createPageCache({ changes, bytes, staleIfError }) : undefined;
  if (changes) keepBoardCounts(db, changes);
  const https = publicUrl.startsWith('https:');
  const responses = createResponseLimiter({ https, networkOf: networkReader(trustProxy) });
  const requests = registry && requestMetrics(registry);
  const app = Fastify({
    // While the server stops, it answers the requests in progress and then closes their connections.
    return503OnClosing: false,
    serverFactory: createHttpServer(cache?.serve ?? ((handle) => handle), {
      https,
      trustProxy,
      responses,
    }),
    loggerInstance: logger,
    logController: new RequestLog(requests),
    rewriteUrl: normalizeUrl,
    genReqId: () => uuidv7(),
    routerOptions: { maxParamLength: PARAMETER_LENGTH },
    // The HTTP server enforces these limits. With a `serverFactory`, Fastify only reports them in `initialConfig`.
    requestTimeout: CONNECTION_LIMITS.requestTimeout,
    connectionTimeout: CONNECTION_LIMITS.connectionTimeout,
    keepAliveTimeout: CONNECTION_LIMITS.keepAliveTimeout,
    handlerTimeout: HANDLER_TIMEOUT,
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trustProxy.length > 0 && trustProxy,
    clientErrorHandler: refuseUnreadable({ https }),
    frameworkErrors: (error, request, reply) => {
      sendProblem(error, request, reply);
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  jsonBodies(app);
  gracefulShutdown(app, { proxied: trustProxy.length > 0 });
  if (cache) {
    app.addHook('onClose', async () => cache.close());
    if (registry) pageCacheMetrics(registry, cache);
  }
  const look = { site, styleSheets: web.assets.__root__?.css ?? [], fonts: web.fonts };
  handleErrors(app, look);
  app.decorate('settleChanges', async () => {
    await changes?.settle();
    await settings.settle();
    await textPages.settle();
    await categories.settle();
    await cache?.settle();
  });

  inProcessApi(app);
  shareMainThread(app);
  shareDatabase(app, { db, readConnections: planned + prepared });

  await securityHeaders(app, { publicUrl, identityProvider: signIn?.domain });
  await overload(app, { ...overloadLimits, pageCacheBytes: bytes }, () =>
    requests?.refuse('overload'),
  );
  await rateLimits(app, {
    db,
    scale: config.rateLimitScale,
    databaseTimePerCall: overloadLimits.databaseTimePerCall,
    onRefusal: () => requests?.refuse('too_often'),
  });
  warnOfProxy(app, trustProxy);
  redirectMerged(app, db);
  cacheResponses(app, { cache });
  await compression(app);
  await staticFiles(app, web.folders);
  lookFiles(app);
  health(app, { db, changes });
  const outbox = createOutbox(config.mail);
  const notifyPasskey = passkeyMail(outbox, site);
  await identity(app, {
    db,
    signIn,
    publicUrl,
    look,
    findCaller: (id) => findCaller(db, id),
    proof: {
      script: web.signInScript,
      sendCode: codeMail(outbox, site),
      mail: { canSend: outbox.canSend, findDelay: () => findDelay(db, config.mail.rate) },
      notifyPasskey,
      addSiteAdmin: (account, permit) => addSiteAdmin(db, account, permit),
      rateLimitScale: config.rateLimitScale,
      upstream: config.upstream,
      upstreamAddresses,
    },
    registry,
  });
  if (signIn?.embedded === 'with proof') requireSiteAdmin(app, db);
  for (const path of ['/api', '/api/*']) {
    app.all(path, async () => {
      throw notFound('address');
    });
  }
  openApiRoutes(app, { publicUrl, look });
  const rules = liveRules(settings);
  jobRoutes(app, { db, rules });
  jobRenewalRoutes(app, { db, rules });
  await app.register(optOutPages, { db, look });
  const alerts = { db, mailer: { outbox, site }, rules };
  alertRoutes(app, alerts);
  await app.register(alertPageRoutes, { ...alerts, look });
  dashboardRoutes(app);
  jobDraftRoutes(app, {
    db,
    rules,
    notify: reviewMail(outbox, site),
  });
  reviewRoutes(app, { db });
  reportRoutes(app, {
    db,
    send: answerMail(outbox, site),
    notifyFraud: fraudMail(outbox, site),
  });
  inboxRoutes(app, { db, canSend: outbox.canSend, rules });
  companyRoutes(app, { db });
  administeredCompanyRoutes(app, { db });
  renameRoutes(app, { db, notifyOwners: renameMail(outbox, site) });
  claimRoutes(app, {
    db,
    rules,
    mails: claimMails(outbox, site),
    rateLimitScale: config.rateLimitScale,
  });
  accountRoutes(app, { db });
  teamRoutes(app, { db, mails: invitationMails(outbox, site) });
  peopleRoutes(app, { db });
  sessionRoutes(app, { db });
  identityRoutes(app, { db, providers: config.upstream });
  markRoutes(app, { db });
  passkeyRoutes(app, { db, notify: notifyPasskey, party: site });
  personalDataRoutes(app, {
    db,
    mails: deletionMails(outbox, site),
    origin: publicUrl,
    rateLimitScale: config.rateLimitScale,
  });
  pageRoutes(app, { pages: textPages });
  managedPageRoutes(app, { db, pages: textPages });
  descriptionRoutes(app);
  sourceRoutes(app, { db });
  settingsRoutes(app, { db, fixed });
  categoryRoutes(app, { db });
  auditRoutes(app, { db });
  systemRoutes(app, { db, config });
  mailRoutes(app, { db, delivery: config.mail.delivery, outbox, site });
  if (config.mail.delivery === 'captured') {
    await app.register(capturedMails, { db, look, site });
  }
  await app.register(async (scope) => {
    await multipartBodies(scope);
    uploadRoutes(scope, { db, storage });
    claimLogoRoute(scope, { db, storage });
  });
  feedRoutes(app, site);
  sitemapRoutes(app, { db, publicUrl, textPages: () => textPages.written });
  robotsRoute(app, { publicUrl });
  embedRoutes(app, site);
  previewRoutes(app, {
    db,
    site,
    logos: { storage, demoLogos: web.folders.demoLogos },
    drawer,
  });
  renderedPages(app, {
    render: web.render,
    routeWithoutPage: web.routeWithoutPage,
    isTextPage: textPages.has,
    assets: web.assets,
    site: () => ({
      ...pageSite(settings.current, {
        config,
        canSend: outbox.canSend,
        categories: categories.current,
      }),
      pages: textPages.links,
    }),
    onOutdated(listener) {
      settings.onChange(listener);
      textPages.onChange(listener);
      categories.onChange(listener);
    },
    structuredData: { jobPosting: (job) => describeJobPosting(job, publicUrl) },
  });
  return app;
}
