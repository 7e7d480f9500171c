import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/client.ts';
import { withActor } from '#server/db/with-actor.ts';
import type { Caller } from '#server/http/api/caller.ts';
import { entityTag } from '#server/http/api/etag.ts';
import { notFound } from '#server/http/api/problem.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import { lockCaller } from '#server/modules/accounts/queries.ts';
import type { ManagedPage } from '#shared/contract/pages.ts';
import { MAX_PAGES } from '#shared/limits.ts';
import { createPage, deletePage, updatePage } from './commands.ts';
import type { LivePages } from './live/live-pages.ts';
import { presentLinkedPage, presentManagedPage, presentShownVersion } from './presenter.ts';
import { findPageVersion, listPageRows, listPageVersions } from './queries.ts';
import { draftText } from './texts/default-texts.ts';
import { renderPageText } from './texts/text-pages.ts';

/** The page that visitors read. */
export function pageRoutes(app: FastifyInstance, { pages }: { pages: LivePages }): void {
  registerEndpoint(app, 'GET /api/pages/:id', async ({ params: { id } }) => {
    const page = pages.find(id);
    if (!page) throw notFound('page');
    return page;
  });
}

type Options = { db: Database; pages: LivePages };

/** The endpoints with which site admins manage pages. */
export function managedPageRoutes(app: FastifyInstance, { db, pages }: Options): void {
  const readPages = async () => pages.combine(await listPageRows(db));

  async function readPage(slug: string): Promise<ManagedPage> {
    const page = (await readPages()).get(slug);
    if (!page) throw notFound('page');
    const versions = await listPageVersions(db, slug, page.row);
    return presentManagedPage({ page, versions, draft: draftText(slug, pages.described) });
  }

  /** Writes on behalf of a site admin. Afterwards, every response shows the change. */
  async function write<Result>(
    caller: Caller,
    change: (tx: Database) => Promise<Result>,
  ): Promise<Result> {
    const result = await withActor(db, caller.id, async (tx) => {
      await lockCaller(tx, caller.id, ['siteadmin']);
      return change(tx);
    });
    await app.settleChanges();
    return result;
  }

  registerEndpoint(app, 'GET /api/admin/pages', async () => ({
    results: [...(await readPages()).values()].map(presentLinkedPage),
    most: MAX_PAGES,
  }));

  registerEndpoint(app, 'POST /api/admin/pages', async ({ body, caller, tag }) => {
    await write(caller, (tx) => createPage(tx, { actor: caller.id, page: body }));
    const page = await readPage(body.slug);
    tag(entityTag(page.version));
    return page;
  });

  registerEndpoint(app, 'POST /api/admin/pages/preview', async ({ body }) => ({
    html: renderPageText(body.text),
  }));

  registerEndpoint(app, 'GET /api/admin/pages/:id', async ({ params: { id }, tag }) => {
    const page = await readPage(id);
    tag(entityTag(page.version));
    return page;
  });

  registerEndpoint(
    app,
    'PUT /api/admin/pages/:id',
    async ({ params: { id: slug }, body: content, caller, ifMatch, tag }) => {
      await write(caller, (tx) => updatePage(tx, { actor: caller.id, slug, ifMatch, content }));
      const page = await readPage(slug);
      tag(entityTag(page.version));
      return page;
    },
  );

  registerEndpoint(
    app,
    'DELETE /api/admin/pages/:id',
    async ({ params: { id: slug }, caller, ifMatch }) => {
      const event = await write(caller, (tx) =>
        deletePage(tx, { actor: caller.id, slug, ifMatch }),
      );
      return { event };
    },
  );

  registerEndpoint(app, 'GET /api/admin/page-versions/:id', async ({ params: { id } }) => {
    const found = /^[1-9]\d{0,14}$/.test(id) ? await findPageVersion(db, Number(id)) : undefined;
    if (!found) throw notFound('version of a page');
    return presentShownVersion(found.event, found.page);
  });
}
