import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BoardDatabase } from '#server/db/client.ts';
import { notFound } from '#server/http/api/problem.ts';
import { isUnchanged } from '#server/http/page-cache/conditional-request.ts';
import { pendingResponseOf } from '#server/http/page-cache/pending-response.ts';
import { sitemaps } from '#shared/outside-paths.ts';
import { pages } from '#shared/paths.ts';
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
  /** The board's public origin. */
  publicUrl: string;
  /** How many addresses a sitemap holds: no more are allowed. https://www.sitemaps.org/protocol.html */
  partSize?: number;
};

const MOST_ADDRESSES = 50_000;

/** Where the parts end is known for as long (ms); what is in them is read each time. */
const PARTS_KNOWN = 10_000;

const KINDS: SitemapSource[] = [companySource, jobSource];

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
  const kinds = KINDS.map((source) => ({
    source,
    parts: keptFor(PARTS_KNOWN, () => findParts(db, source, partSize)),
  }));
  /** Facts that are being read, by part: crawlers that come at once wait for the same. */
  const reading = new Map<Part, Promise<PartFacts>>();
  function readFacts(
    request: FastifyRequest,
    source: SitemapSource,
    part: Part,
  ): Promise<PartFacts> {
    const found = reading.get(part);
    if (found) return found;
    const facts = readPartFacts(request.db, source, part).finally(() => reading.delete(part));
    reading.set(part, facts);
    return facts;
  }

  app.get(sitemaps.index(), { config: { isPublic: true } }, async (request, reply) => {
    // Under one address it is kept; under others, it would be made for everyone who thinks one up.
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
    return reply.type(SITEMAP).send(await text(writeUrls([LASTING_PAGES], publicUrl)));
  });

  for (const { source, parts } of kinds) {
    const path = source.partOf(0).replace('0', ':number(^[1-9]\\d{0,5}$)');
    app.get<{ Params: { number: string } }>(path, async (request, reply) => {
      const place = Number(request.params.number) - 1;
      const part = (await parts.known())[place] ?? (await parts.find())[place];
      if (!part) throw notFound('address');
      const { digest } = await readFacts(request, source, part);
      const send = () => writeUrls(readPages(request.db, source, part, partSize), publicUrl);
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

type Kept<Value> = {
  /** What was found last, or what is being found. */
  known: () => Promise<Value>;
  find: () => Promise<Value>;
};

/** Finds anew after so long (ms), and where it failed; once for all who ask meanwhile. */
function keptFor<Value>(life: number, read: () => Promise<Value>): Kept<Value> {
  let kept: { value: Promise<Value>; until: number } | undefined;
  let finding: Promise<Value> | undefined;
  const find = () => {
    if (finding) return finding;
    const value = read().finally(() => {
      finding = undefined;
    });
    finding = value;
    kept = { value, until: performance.now() + life };
    value.catch(() => {
      kept = undefined;
    });
    return value;
  };
  return {
    known: () => (kept && performance.now() < kept.until ? kept.value : find()),
    find,
  };
}
