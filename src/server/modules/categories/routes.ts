import type { FastifyInstance } from 'fastify';
import type { BoardDatabase, Database } from '#server/db/client.ts';
import { withActor } from '#server/db/with-actor.ts';
import { entityTag } from '#server/http/api/etag.ts';
import { notFound } from '#server/http/api/problem.ts';
import { registerEndpoint } from '#server/http/api/register-endpoint.ts';
import { lockCaller } from '#server/modules/accounts/queries.ts';
import { categoryMatch } from '../search/category-filter.ts';
import { countTotal, countTotals } from '../search/facet-counts.ts';
import { createCategory, deleteCategory, updateCategory } from './commands.ts';
import { presentAdministered, presentCategory } from './presenter.ts';
import { listCategories, readCategories, readStems } from './queries.ts';

export function categoryRoutes(app: FastifyInstance, { db }: { db: BoardDatabase }): void {
  registerEndpoint(app, 'GET /api/categories', async ({ db: reads }) => ({
    results: (await readCategories(reads)).map(presentCategory),
  }));

  registerEndpoint(app, 'GET /api/admin/categories', async () => {
    const categories = await listCategories(db);
    const jobs = await countJobsOf(db, categories);
    return {
      results: categories.map((category, index) => presentAdministered(category, jobs[index] ?? 0)),
    };
  });

  registerEndpoint(
    app,
    'GET /api/admin/categories/count',
    async ({ query: { words = [], skills = [], slug } }) => {
      const rule = { slug: slug || undefined, words, skills, stems: await readStems(db, words) };
      return { jobs: await countTotal(db, { filters: {}, match: categoryMatch(rule) }) };
    },
  );

  registerEndpoint(app, 'POST /api/admin/categories', async ({ body, caller, tag }) => {
    await change(caller.id, (tx) => createCategory(tx, caller.id, body));
    return presentStored(body.slug, tag);
  });

  registerEndpoint(
    app,
    'PUT /api/admin/categories/:id',
    async ({ params: { id: slug }, body, caller, ifMatch, tag }) => {
      await change(caller.id, (tx) =>
        updateCategory(tx, caller.id, { slug, edited: body, ifMatch }),
      );
      return presentStored(body.slug, tag);
    },
  );

  registerEndpoint(
    app,
    'DELETE /api/admin/categories/:id',
    async ({ params: { id }, caller, ifMatch }) => {
      const event = await change(caller.id, (tx) => deleteCategory(tx, caller.id, id, ifMatch));
      return { event: String(event) };
    },
  );

  const change = <Result>(caller: string, write: (tx: Database) => Promise<Result>) =>
    withActor(db, caller, async (tx) => {
      await lockCaller(tx, caller, ['siteadmin']);
      return write(tx);
    });

  async function presentStored(slug: string, tag: (entityTag: string) => void) {
    const stored = (await listCategories(db)).find((category) => category.slug === slug);
    // Someone else may have deleted it meanwhile.
    if (!stored) throw notFound('category');
    tag(entityTag(stored.version));
    const [jobs = 0] = await countJobsOf(db, [stored]);
    return presentAdministered(stored, jobs);
  }
}

/** Counts the open jobs of each category. */
function countJobsOf(
  db: BoardDatabase,
  categories: Awaited<ReturnType<typeof listCategories>>,
): Promise<number[]> {
  return countTotals(
    db,
    categories.map((category) => ({ filters: {}, match: categoryMatch(category) })),
  );
}
