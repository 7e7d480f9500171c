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

/** Each URL has several encodings, which a shared cache must distinguish. */
function varyByEncoding(reply: Headers): void {
  reply.setHeader('vary', 'accept-encoding');
}

/** https://github.com/fastify/fastify-static */
export async function staticFiles(app: FastifyInstance, folders: StaticFolders): Promise<void> {
  await app.register(async (scope) => {
    // No rate limit, and log lines at `debug` only: each page loads dozens of files, and they cost little.
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
      // Other sites load these files. Feed readers load the icon. An embedded list loads its style sheet, and counts as
      // another site if its frame is sandboxed (opaque origin).
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
