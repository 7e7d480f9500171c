import { toPlainDate } from '#shared/domain/plain-date.ts';
import type { RenderedPage } from '#shared/render-page.ts';
import { type CachedResponse, createCachedResponse } from '../page-cache/cached-response.ts';
import { newPendingResponse } from '../page-cache/pending-response.ts';
import { newRequestRate } from '../page-cache/request-rate.ts';
import { allowOwnScripts } from './page-scripts.ts';

/** The path for which a not-found page is rendered. No page has it. */
const PATH: Record<string, string> = { '/$': '/not-found/not-found', '/$page': '/not-found' };

/**
 * JavaScript: the end of the id of the router's match for the current path, as the router writes it. With it, the page
 * of one path becomes the page of every path without a page.
 */
const MATCH_ID =
  'decodeURIComponent(location.pathname).split("/").filter(Boolean).map(part=>"#"+encodeURIComponent(part)).join("")';

type NotFoundPage = {
  response: CachedResponse;
  /** The source expressions of its inline scripts. */
  allowed: string[];
};

type Options = { render: (path: string) => Promise<RenderedPage>; noncePlaceholder: string };

/**
 * Returns a function that returns the not-found page for paths that match only this route. It is rendered once a day,
 * because it contains the date, and is the same for all paths.
 */
export function createNotFoundPages(): (route: string, options: Options) => Promise<NotFoundPage> {
  const pages = new Map<string, { date: string; page: Promise<NotFoundPage> }>();

  async function make(route: string, { render, noncePlaceholder }: Options): Promise<NotFoundPage> {
    const path = PATH[route] ?? '';
    const { status, headers, html: rendered } = await render(path);
    if (status !== 404) throw new Error(`${path} has a page`);
    const id = `"#${route.slice(1)}${path.replaceAll('/', '#')}"`;
    const forAll = rendered.replace(id, () => `"#${route.slice(1)}"+${MATCH_ID}`);
    if (forAll === rendered) throw new Error(`The page of ${path} does not contain its match`);
    const { html, allowed } = allowOwnScripts(forAll, noncePlaceholder);
    const response = await createCachedResponse(
      newPendingResponse(),
      { requestRate: newRequestRate(), startedAt: performance.now() },
      {
        status,
        headers: { ...headers, 'cache-control': 'no-cache', vary: 'accept-encoding' },
        body: Buffer.from(html),
      },
      'br',
    );
    return { response, allowed };
  }

  return (route, options) => {
    const date = toPlainDate(new Date());
    const known = pages.get(route);
    if (known?.date === date) return known.page;
    const page = make(route, options);
    pages.set(route, { date, page });
    page.catch(() => pages.delete(route));
    return page;
  };
}
