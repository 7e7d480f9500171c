import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

export type StaticFolders = {
  /** The browser's bundle: files that carry a hash of their content in their name. */
  assets: string;
  /** Files with a fixed name, such as the icon. */
  site: string;
  demoLogos: string;
};

/** https://github.com/fastify/fastify-static */
export async function staticFiles(app: FastifyInstance, folders: StaticFolders): Promise<void> {
  const common = {
    decorateReply: false,
    index: false,
    preCompressed: true,
    // One address, several encodings: a shared cache must not mix them up.
    setHeaders: (reply: { setHeader(name: string, value: string): void }) =>
      reply.setHeader('vary', 'accept-encoding'),
  } as const;
  await app.register(fastifyStatic, {
    ...common,
    root: folders.assets,
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
  });
  await app.register(fastifyStatic, {
    ...common,
    root: folders.site,
    prefix: '/static/',
    maxAge: '1h',
  });
  await app.register(fastifyStatic, {
    ...common,
    root: folders.demoLogos,
    prefix: '/demo-logos/',
    maxAge: '1h',
  });
}
