import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

export type StaticFolders = {
  /** The browser's bundle: files that carry a hash of their content in their name. */
  assets: string;
  /** Files with a fixed name, such as the icon. */
  site: string;
  demoLogos: string;
};

type Headers = { setHeader(name: string, value: string): void };

/** One address, several encodings: a shared cache must not mix them up. */
function varyByEncoding(reply: Headers): void {
  reply.setHeader('vary', 'accept-encoding');
}

/** https://github.com/fastify/fastify-static */
export async function staticFiles(app: FastifyInstance, folders: StaticFolders): Promise<void> {
  await app.register(async (scope) => {
    // Pages ask for them by the dozen, and they cost no more than their sending.
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
      // Feed readers show the icon. A list in a frame without an origin of its own, as a sandbox makes it, is a
      // stranger to its style sheet. https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header
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
