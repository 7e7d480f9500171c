import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { v7 as uuidv7 } from 'uuid';
import { ACCOUNT_ID_LENGTH } from '#shared/constants/limits.ts';
import type { SignIn } from '#shared/render-page.ts';
import type { Config, SignInConfig } from './config.ts';
import type { ChangeNotices } from './db/change-notices.ts';
import type { BoardDatabase } from './db/client.ts';
import { poolSizes } from './db/pools.ts';
import { embedRoutes } from './embeds/embed-routes.ts';
import { feedRoutes } from './feeds/feed-routes.ts';
import { robotsRoute } from './feeds/robots.ts';
import { sitemapRoutes } from './feeds/sitemap-routes.ts';
import { CONNECTION_LIMITS, serverThrough } from './http/board-server.ts';
import { networkReader } from './http/caller-network.ts';
import { refuseUnreadable } from './http/client-errors.ts';
import { compression } from './http/compression.ts';
import { shareDatabase } from './http/database-share.ts';
import { handleErrors, sendProblem } from './http/error-handler.ts';
import { finishedAnswers } from './http/finished-answers.ts';
import { health } from './http/health.ts';
import { jsonBodies } from './http/json-bodies.ts';
import { endConnections } from './http/listening.ts';
import { multipartBodies } from './http/multipart.ts';
import { OVERLOAD_LIMITS, type OverloadLimits, overload } from './http/overload.ts';
import { createPageCache } from './http/page-cache.ts';
import { notFound } from './http/problem.ts';
import { warnOfProxy } from './http/proxy-warning.ts';
import { publicReads } from './http/public-reads.ts';
import { rateLimits } from './http/rate-limits.ts';
import { renderedPages } from './http/render-page.ts';
import { requestAddress } from './http/request-address.ts';
import { RequestLog } from './http/request-log.ts';
import { createResponseLimiter } from './http/response-limits.ts';
import { securityHeaders } from './http/security-headers.ts';
import { staticFiles } from './http/static-files.ts';
import type { WebBundle } from './http/web-bundle.ts';
import { identity } from './identity/identity.ts';
import type { BoardMetrics } from './metrics/board-metrics.ts';
import { measurePageCache } from './metrics/measured-page-cache.ts';
import { accountRoutes } from './modules/accounts/routes.ts';
import { companyRoutes } from './modules/companies/routes.ts';
import { descriptionRoutes } from './modules/descriptions/routes.ts';
import { jobRoutes } from './modules/jobs/routes.ts';
import { uploadRoutes } from './modules/uploads/routes.ts';
import { openApiRoutes } from './openapi/openapi-routes.ts';
import { describeJobPosting } from './postings/job-posting.ts';
import type { PreviewDrawer } from './previews/preview-drawer.ts';
import { previewRoutes } from './previews/routes.ts';
import type { UploadStorage } from './storage/upload-storage.ts';

export type AppOptions = {
  config: Pick<
    Config,
    | 'databaseConnections'
    | 'pageCacheBytes'
    | 'publicUrl'
    | 'rateLimitScale'
    | 'siteName'
    | 'signIn'
    | 'staleIfError'
    | 'trustProxy'
  >;
  logger: FastifyBaseLogger;
  db: BoardDatabase;
  /** Without it, no answer is kept. */
  changes?: ChangeNotices | undefined;
  storage: UploadStorage;
  web: WebBundle;
  /** Draws previews; without it, one of the app's own. */
  drawer?: PreviewDrawer | undefined;
  /** From where on requests are turned away. */
  overloadLimits?: OverloadLimits | undefined;
  /** Without it, nothing is counted. */
  metrics?: BoardMetrics | undefined;
};

/** An id in a path, as it stands there: three characters for each that is encoded. */
const PARAMETER_LENGTH = 3 * ACCOUNT_ID_LENGTH;

/** A body in JSON (bytes). */
const BODY_BYTES = 256 * 1024;

/** For the making of an answer (ms). */
const HANDLER_TIMEOUT = 60_000;

/** The whole server, ready to listen: the very same in production and in tests. */
export async function buildApp({
  config,
  logger,
  db,
  changes,
  storage,
  web,
  drawer,
  overloadLimits = OVERLOAD_LIMITS,
  metrics,
}: AppOptions): Promise<FastifyInstance> {
  const { planned, prepared } = poolSizes(config.databaseConnections);
  const { pageCacheBytes: bytes, staleIfError, publicUrl, siteName, signIn, trustProxy } = config;
  const cache =
    changes && bytes > 0 ? createPageCache({ changes, bytes, staleIfError }) : undefined;
  const https = publicUrl.startsWith('https:');
  const responses = createResponseLimiter({ https, networkOf: networkReader(trustProxy) });
  const app = Fastify({
    // What is being asked for while the server stops is answered; its connection is then closed.
    return503OnClosing: false,
    serverFactory: serverThrough(cache?.serve ?? ((handle) => handle), {
      https,
      trustProxy,
      responses,
    }),
    loggerInstance: logger,
    logController: new RequestLog(metrics?.requests),
    rewriteUrl: requestAddress,
    genReqId: () => uuidv7(),
    routerOptions: { maxParamLength: PARAMETER_LENGTH },
    // The server has them already; here Fastify says them of itself.
    requestTimeout: CONNECTION_LIMITS.requestTimeout,
    connectionTimeout: CONNECTION_LIMITS.connectionTimeout,
    keepAliveTimeout: CONNECTION_LIMITS.keepAliveTimeout,
    handlerTimeout: HANDLER_TIMEOUT,
    bodyLimit: BODY_BYTES,
    trustProxy: trustProxy.length > 0 && trustProxy,
    clientErrorHandler: refuseUnreadable({ https }),
    frameworkErrors: (error, request, reply) => {
      sendProblem(error, request, reply);
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  jsonBodies(app);
  endConnections(app, { proxied: trustProxy.length > 0 });
  if (cache) {
    app.addHook('onClose', async () => cache.close());
    if (metrics) measurePageCache(metrics.registry, cache);
  }
  const look = { siteName, styleSheets: web.assets.__root__?.css ?? [], fonts: web.fonts };
  handleErrors(app, look);
  app.decorate('settleChanges', async () => {
    await changes?.settle();
    await cache?.settle();
  });

  publicReads(app);
  shareDatabase(app, { db, readConnections: planned + prepared });

  await securityHeaders(app, { publicUrl, identityProvider: signIn?.domain });
  await overload(app, { ...overloadLimits, pageCacheBytes: bytes }, () =>
    metrics?.requests.refuse('overload'),
  );
  await rateLimits(app, {
    db,
    scale: config.rateLimitScale,
    databaseTimePerCall: overloadLimits.databaseTimePerCall,
    onRefusal: () => metrics?.requests.refuse('too often'),
  });
  warnOfProxy(app, trustProxy);
  finishedAnswers(app, { cache });
  await compression(app);
  await staticFiles(app, web.folders);
  health(app, { db, changes });
  await identity(app, { db, signIn, publicUrl, look, onSignIn: metrics?.onSignIn });
  for (const path of ['/api', '/api/*']) {
    app.all(path, async () => {
      throw notFound('address');
    });
  }
  openApiRoutes(app, { publicUrl, look });
  jobRoutes(app, { db });
  companyRoutes(app, { db });
  accountRoutes(app, { db });
  descriptionRoutes(app);
  await app.register(async (scope) => {
    await multipartBodies(scope);
    uploadRoutes(scope, { db, storage });
  });
  feedRoutes(app, { siteName, publicUrl });
  sitemapRoutes(app, { db, publicUrl });
  robotsRoute(app, { publicUrl });
  embedRoutes(app, { siteName, publicUrl });
  previewRoutes(app, {
    db,
    siteName,
    publicUrl,
    logos: { storage, demoLogos: web.folders.demoLogos },
    drawer,
  });
  renderedPages(app, {
    render: web.render,
    assets: web.assets,
    site: {
      name: siteName,
      home: publicUrl,
      ...(signIn && { signIn: forBrowsers(signIn) }),
    },
    structuredData: { jobPosting: (job) => describeJobPosting(job, publicUrl) },
  });
  return app;
}

function forBrowsers({ domain, clientId, audience }: SignInConfig): SignIn {
  return { domain, clientId, audience };
}
