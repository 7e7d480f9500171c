import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BoardDatabase } from '#server/db/client.ts';
import { gone, notFound } from '#server/http/api/problem.ts';
import { isUnchanged } from '#server/http/page-cache/conditional-request.ts';
import { closingTime, missingJob } from '#server/modules/jobs/queries.ts';
import type { StyledSite } from '#server/platform/live-site.ts';
import { previews } from '#shared/urls/outside-paths.ts';
import { boardCard, companyCard, jobCard } from './cards.ts';
import { type LogoPlaces, readLogo } from './logo-content.ts';
import { previewLook } from './look.ts';
import type { PreviewCard } from './preview-card.ts';
import { openPreviewDrawer, type PreviewDrawer } from './preview-drawer.ts';
import { createPreviewStore } from './preview-store.ts';
import { findCompanyToPreview, findJobToPreview } from './queries.ts';

/** The maximum size of the cache of pictures (bytes). It has room for about five hundred. */
const CACHE_BYTES = 32 * 1024 * 1024;

/**
 * The version of the design of preview pictures. Increment it when the design changes, so that clients fetch the new
 * pictures.
 */
const DESIGN = 1;

export type PreviewOptions = {
  db: BoardDatabase;
  site: StyledSite;
  logos: LogoPlaces;
  /** The drawer. Tests replace it. */
  drawer?: PreviewDrawer | undefined;
};

/**
 * Preview pictures, which other sites display with a link to the board. https://ogp.me The server ignores the query of
 * their URLs, which contains a version so that caches fetch a changed picture.
 */
export function previewRoutes(
  app: FastifyInstance,
  { db, site, logos, drawer = openPreviewDrawer() }: PreviewOptions,
): void {
  const store = createPreviewStore(CACHE_BYTES);
  app.addHook('onClose', async () => drawer.close());

  /** Sends a picture. The ETag depends on the content, so a conditional request is answered without drawing. */
  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { card, logo }: { card: PreviewCard; logo: string },
  ) {
    const { accent, logo: own } = site.look;
    const shown = JSON.stringify([DESIGN, card, logo, accent, own?.light]);
    const key = createHash('sha256').update(shown).digest('base64url');
    // The ETag is weak, because two machines may draw the same content with different bytes.
    const etag = `W/"${key}"`;
    const headers = {
      etag,
      // If the URL contains a version, the picture at this URL never changes.
      'cache-control': /[?&]v=/.test(request.url)
        ? 'public, max-age=86400'
        : 'public, max-age=0, must-revalidate',
      // Allows other sites to display the picture. https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header
      'cross-origin-resource-policy': 'cross-origin',
    };
    if (isUnchanged(request.headers['if-none-match'], etag)) {
      return reply.code(304).headers(headers).send();
    }
    const picture = await store.get(key, async () =>
      drawer.draw({
        card,
        look: previewLook(accent),
        logo: await readLogo(logo, logos),
        boardLogo: own && (await readLogo(own.light, logos)),
      }),
    );
    return reply.type('image/png').headers(headers).send(picture);
  }

  app.get<{ Params: { file: string } }>('/previews/jobs/:file', async (request, reply) => {
    const id = idOf(request.params.file);
    const job = await db.reads.planned((reader) => findJobToPreview(reader, id));
    if (!job) throw await db.reads.planned((reader) => missingJob(reader, id));
    if (closingTime(job)) throw gone('job');
    return send(request, reply, { card: jobCard(job, site), logo: job.company.logo });
  });

  app.get<{ Params: { file: string } }>('/previews/companies/:file', async (request, reply) => {
    const id = idOf(request.params.file);
    const company = await db.reads.planned((reader) => findCompanyToPreview(reader, id));
    if (!company) throw notFound('preview');
    return send(request, reply, { card: companyCard(company, site), logo: company.logo });
  });

  app.get(previews.board(), async (request, reply) =>
    send(request, reply, { card: boardCard(site.name, site.origin), logo: '' }),
  );
}

/** The id in the name of a PNG file; empty for other files. */
function idOf(file: string): string {
  return file.endsWith('.png') ? file.slice(0, -'.png'.length) : '';
}
