import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BoardDatabase } from '#server/db/client.ts';
import { notFound } from '#server/http/api/problem.ts';
import { isUnchanged } from '#server/http/page-cache/conditional-request.ts';
import { pendingResponseOf } from '#server/http/page-cache/pending-response.ts';
import { readCategories } from '#server/modules/categories/queries.ts';
import { sitemaps } from '#shared/urls/outside-paths.ts';
import { pages, textPage } from '#shared/urls/paths.ts';
import {
  findParts,
  type Page,
  type Part,
  type PartFacts,
  readPages,
  readPartFacts,
} from './sitemap-parts.ts';
import { companySource, jobSource, type SitemapSource } from './sitemap-sources.ts';
import { SITEMAP, writeSitemaps, writeUrls } from './sitemap-xml.ts';

export type SitemapOptions = {
  db: BoardDatabase;
  /** The public origin of the board. */
  publicUrl: string;
  /** The slugs of the pages with texts of the operator. */
  textPages: () => string[];
  /**
   * The number of URLs in a sitemap. The default is the maximum that the protocol allows.
   * https://www.sitemaps.org/protocol.html
   */
  partSize?: number;
};

const MAX_URLS = 50_000;

/** How long the bounds of the parts are cached (ms). The content of a part is read for each request. */
const PARTS_MAX_AGE = 10_000;

const KINDS: SitemapSource[] = [companySource, jobSource];

/** Pages that always exist. The time of their last change is unknown. */
const STATIC_PAGES: Page[] = [
  pages.home,
  () => pages.jobs(),
  () => pages.companies(),
  pages.developers,
].map((addressOf) => ({ path: addressOf() }));

/** Sitemaps, which list every page of the board for search engines. */
export function sitemapRoutes(
  app: FastifyInstance,
  { db, publicUrl, textPages, partSize = MAX_URLS }: SitemapOptions,
): void {
  const kinds = KINDS.map((source) => ({
    source,
    parts: cacheAtMost(PARTS_MAX_AGE, () => findParts(db, source, partSize)),
  }));
  /** The reads of facts about parts that are in progress. Concurrent crawlers share them (single-flight). */
  const reading = new Map<Part, Promise<PartFacts>>();
  function readFacts(
    request: FastifyRequest,
    source: SitemapSource,
    part: Part,
  ): Promise<PartFacts> {
    const pending = reading.get(part);
    if (pending) return pending;
    const facts = readPartFacts(request.db, source, part).finally(() => reading.delete(part));
    reading.set(part, facts);
    return facts;
  }

  app.get(sitemaps.index(), { config: { isPublic: true } }, async (request, reply) => {
    // Redirect other spellings of the URL, so that only one spelling is cached and nobody can bypass the cache.
    if (request.url !== sitemaps.index()) return reply.redirect(sitemaps.index(), 301);
    const fill = pendingResponseOf(request.raw);
    if (fill) fill.allowStale = true;
    const listed: Page[] = [{ path: sitemaps.pages() }];
    for (const { source, parts } of kinds) {
      for (const topic of source.dependsOn) fill?.topics.add(topic);
      for (const [index, part] of (await parts.find()).entries()) {
        const { modified } = await readFacts(request, source, part);
        listed.push({ path: source.partOf(index + 1), ...(modified && { modified }) });
      }
    }
    return reply.type(SITEMAP).send(writeSitemaps(listed, publicUrl));
  });

  app.get(sitemaps.pages(), { config: { isPublic: true } }, async (_request, reply) => {
    const ofCategories = (await readCategories(db)).map(({ slug }) => ({
      path: pages.category(slug),
    }));
    const written = textPages().map((slug) => ({ path: textPage(slug) }));
    const listed = [...STATIC_PAGES, ...written, ...ofCategories];
    return reply.type(SITEMAP).send(await text(writeUrls([listed], publicUrl)));
  });

  for (const { source, parts } of kinds) {
    const path = source.partOf(0).replace('0', ':number(^[1-9]\\d{0,5}$)');
    app.get<{ Params: { number: string } }>(path, async (request, reply) => {
      const index = Number(request.params.number) - 1;
      const part = (await parts.known())[index] ?? (await parts.find())[index];
      if (!part) throw notFound('address');
      const { digest } = await readFacts(request, source, part);
      const send = () => writeUrls(readPages(request.db, source, part, partSize), publicUrl);
      return sendUnlessUnchanged(request, reply, `W/"${digest}"`, send);
    });
  }
}

/** Sends a part of a sitemap. Reads its pages only if they are sent, that is, not for a 304 or a `HEAD` request. */
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

type Cached<Value> = {
  /** Returns the cached value, or waits for a read that is in progress. */
  known: () => Promise<Value>;
  find: () => Promise<Value>;
};

/** Caches a value for `maxAge` (ms). Failures are not cached. Concurrent calls share one read (single-flight). */
function cacheAtMost<Value>(maxAge: number, read: () => Promise<Value>): Cached<Value> {
  let cached: { value: Promise<Value>; until: number } | undefined;
  let finding: Promise<Value> | undefined;
  const find = () => {
    if (finding) return finding;
    const value = read().finally(() => {
      finding = undefined;
    });
    finding = value;
    cached = { value, until: performance.now() + maxAge };
    value.catch(() => {
      cached = undefined;
    });
    return value;
  };
  return {
    known: () => (cached && performance.now() < cached.until ? cached.value : find()),
    find,
  };
}
