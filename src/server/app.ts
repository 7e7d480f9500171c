import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { v7 as uuidv7 } from 'uuid';
import { ACCOUNT_ID_LENGTH } from '#shared/constants/limits.ts';
import type { SignIn } from '#shared/render-page.ts';
import type { Config, SignInConfig } from './config.ts';
import type { ChangeNotices } from './db/change-notices.ts';
import type { BoardDatabase } from './db/client.ts';
import { embedRoutes } from './embeds/embed-routes.ts';
import { feedRoutes } from './feeds/feed-routes.ts';
import { robotsRoute } from './feeds/robots.ts';
import { sitemapRoutes } from './feeds/sitemap-routes.ts';
import { serverThrough } from './http/board-server.ts';
import { compression } from './http/compression.ts';
import { handleErrors, sendProblem } from './http/error-handler.ts';
import { finishedAnswers } from './http/finished-answers.ts';
import { health } from './http/health.ts';
import { multipartBodies } from './http/multipart.ts';
import { createPageCache } from './http/page-cache.ts';
import { notFound } from './http/problem.ts';
import { publicReads } from './http/public-reads.ts';
import { renderedPages } from './http/render-page.ts';
import { requestAddress } from './http/request-address.ts';
import { securityHeaders } from './http/security-headers.ts';
import { staticFiles } from './http/static-files.ts';
import type { WebBundle } from './http/web-bundle.ts';
import { identity } from './identity/identity.ts';
import { accountRoutes } from './modules/accounts/routes.ts';
import { companyRoutes } from './modules/companies/routes.ts';
import { descriptionRoutes } from './modules/descriptions/routes.ts';
import { jobRoutes } from './modules/jobs/routes.ts';
import { uploadRoutes } from './modules/uploads/routes.ts';
import { describeJobPosting } from './postings/job-posting.ts';
import type { PreviewDrawer } from './previews/preview-drawer.ts';
import { previewRoutes } from './previews/routes.ts';
import type { UploadStorage } from './storage/upload-storage.ts';

export type AppOptions = {
  config: Pick<Config, 'pageCacheBytes' | 'publicUrl' | 'siteName' | 'signIn'>;
  logger: FastifyBaseLogger;
  db: BoardDatabase;
  /** Without it, no answer is kept. */
  changes?: ChangeNotices | undefined;
  storage: UploadStorage;
  web: WebBundle;
  /** Draws previews; without it, one of the app's own. */
  drawer?: PreviewDrawer | undefined;
};

/** An id in a path, as it stands there: three characters for each that is encoded. */
const PARAMETER_LENGTH = 3 * ACCOUNT_ID_LENGTH;

/** The whole server, ready to listen: the very same in production and in tests. */
export async function buildApp({
  config,
  logger,
  db,
  changes,
  storage,
  web,
  drawer,
}: AppOptions): Promise<FastifyInstance> {
  const { pageCacheBytes: bytes, publicUrl, siteName, signIn } = config;
  const cache = changes && bytes > 0 ? createPageCache({ changes, bytes }) : undefined;
  const app = Fastify({
    ...(cache && { serverFactory: serverThrough(cache.serve) }),
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: requestAddress,
    genReqId: () => uuidv7(),
    routerOptions: { maxParamLength: PARAMETER_LENGTH },
    requestTimeout: 30_000,
    bodyLimit: 256 * 1024,
    frameworkErrors: (error, request, reply) => {
      sendProblem(error, request, reply);
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // The API takes JSON alone, whatever Fastify takes by itself.
  app.removeContentTypeParser('text/plain');
  if (cache) app.addHook('onClose', async () => cache.close());
  handleErrors(app);
  app.decorate('settleChanges', async () => {
    await changes?.settle();
    await cache?.settle();
  });

  publicReads(app);

  await securityHeaders(app, { publicUrl, identityProvider: signIn?.domain });
  finishedAnswers(app, { cache });
  await compression(app);
  await staticFiles(app, web.folders);
  health(app, { db });
  await identity(app, {
    db,
    signIn,
    publicUrl,
    look: { siteName, styleSheets: web.assets.__root__?.css ?? [] },
  });
  for (const path of ['/api', '/api/*']) {
    app.all(path, async () => {
      throw notFound('address');
    });
  }
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
