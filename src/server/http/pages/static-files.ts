import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

export type StaticFolders = {
  /** The browser bundle: files with a content hash in their names. */
  assets: string;
  /** Files with a fixed name, such as the icon. */
  site: string;
  demoLogos: string;
};

type Headers = { setHeader(name: string, value: string): void };

/** Adds `Vary`, because the response to each URL has several encodings, which a shared cache must distinguish. */
function varyByEncoding(reply: Headers): void {
  reply.setHeader('vary', 'accept-encoding');
}

/** Serves the files of both folders. https://github.com/fastify/fastify-static */
export async function staticFiles(app: FastifyInstance, folders: StaticFolders): Promise<void> {
  await app.register(async (scope) => {
    // These files have no rate limit and are logged at `debug` only, because each page loads dozens of them, and
    // serving them takes little work.
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, routine: true, rateLimitName: 'none' };
    });
    const common = {
      decorateReply: false,
      index: false,
      preCompressed: true,
      setHeaders: varyByEncoding,
    } as const;
    await scope.register(fastifyStatic, {
      ...common,
      root: folders.assets,
      prefix: '/assets/',
      immutable: true,
      maxAge: '1y',
    });
    await scope.register(fastifyStatic, {
      ...common,
      root: folders.site,
      prefix: '/static/',
      maxAge: '1h',
      // Lets other sites load these files, because feed readers load the icon. Also, a sandboxed frame with an embedded
      // list loads the style sheet, and counts as another site (opaque origin).
      // https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header
      setHeaders(reply: Headers) {
        varyByEncoding(reply);
        reply.setHeader('cross-origin-resource-policy', 'cross-origin');
      },
    });
    await scope.register(fastifyStatic, {
      ...common,
      root: folders.demoLogos,
      prefix: '/demo-logos/',
      maxAge: '1h',
    });
  });
}
