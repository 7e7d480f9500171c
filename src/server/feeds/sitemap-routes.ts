import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BoardDatabase } from '#server/db/client.ts';
import { fillOf } from '#server/http/answer-fill.ts';
import { isUnchanged } from '#server/http/conditional-request.ts';
import { notFound } from '#server/http/problem.ts';
import { sitemaps } from '#shared/outside-paths.ts';
import { pages } from '#shared/paths.ts';
import { findParts, type Page, readPages, readPartFacts } from './sitemap-parts.ts';
import { companyThings, jobThings } from './sitemap-things.ts';
import { SITEMAP, writeSitemaps, writeUrls } from './sitemap-xml.ts';

export type SitemapOptions = {
  db: BoardDatabase;
  /** The board's public origin. */
  publicUrl: string;
  /** How many addresses a sitemap holds: no more are allowed. https://www.sitemaps.org/protocol.html */
  partSize?: number;
};

const MOST_ADDRESSES = 50_000;

const KINDS = [companyThings, jobThings];

/** Pages that are always there. When their words were last changed is not known. */
const LASTING_PAGES: Page[] = [
  pages.home,
  () => pages.jobs(),
  () => pages.companies(),
  pages.about,
  pages.privacy,
  pages.contactUs,
].map((addressOf) => ({ path: addressOf() }));

/** Every page of the board, for search engines. */
export function sitemapRoutes(
  app: FastifyInstance,
  { db, publicUrl, partSize = MOST_ADDRESSES }: SitemapOptions,
): void {
  app.get(sitemaps.index(), { config: { sameForEveryone: true } }, async (request, reply) => {
    const fill = fillOf(request.raw);
    if (fill) fill.mayLag = true;
    const listed: Page[] = [{ path: sitemaps.pages() }];
    for (const things of KINDS) {
      for (const topic of things.shows) fill?.topics.add(topic);
      for (const [index, part] of (await findParts(db, things, partSize)).entries()) {
        const { modified } = await readPartFacts(db, things, part);
        listed.push({ path: things.partOf(index + 1), ...(modified && { modified }) });
      }
    }
    return reply.type(SITEMAP).send(writeSitemaps(listed, publicUrl));
  });

  app.get(sitemaps.pages(), { config: { sameForEveryone: true } }, async (_request, reply) => {
    return reply.type(SITEMAP).send(await text(writeUrls([LASTING_PAGES], publicUrl)));
  });

  for (const things of KINDS) {
    const path = things.partOf(0).replace('0', ':number(^[1-9]\\d{0,5}$)');
    app.get<{ Params: { number: string } }>(path, async (request, reply) => {
      const part = (await findParts(db, things, partSize))[Number(request.params.number) - 1];
      if (!part) throw notFound('address');
      const { digest } = await readPartFacts(db, things, part);
      const send = () => writeUrls(readPages(db, things, part), publicUrl);
      return sendUnlessUnchanged(request, reply, `W/"${digest}"`, send);
    });
  }
}

/** What is not to be sent is not read: neither where the caller has it already, nor for `HEAD`. */
function sendUnlessUnchanged(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  write: () => AsyncIterable<string>,
) {
  reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
  if (isUnchanged(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type(SITEMAP).send(Readable.from(request.method === 'HEAD' ? [] : write()));
}
