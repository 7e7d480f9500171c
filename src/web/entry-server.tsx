import {
  createRequestHandler,
  RouterServer,
  renderRouterToString,
} from '@tanstack/react-router/ssr/server';
import type { RenderPage } from '#shared/render-page.ts';
import { createApi } from './api/api.ts';
import { ApiError } from './api/errors.ts';
import { renderHead } from './head/render-head.ts';
import { createRouter } from './router.tsx';
import { fontFile } from './styles/font-file.ts';

/** URLs of the fonts, for pages that the server writes without React. */
export const fonts = [fontFile];

type Matches = ReturnType<typeof createRouter>['state']['matches'];

/** Renders the requested page to HTML. https://tanstack.com/router/latest/docs/framework/react/guide/ssr */
export const render: RenderPage = async (request) => {
  const { url, transport, site, assets, noncePlaceholder } = request;
  const location = withoutEmptyParameters(url);
  if (location) return { status: 302, headers: { location }, html: '' };
  let status: number | undefined;
  let matches: Matches = [];
  const handle = createRequestHandler({
    request: new Request(url),
    createRouter: () =>
      createRouter({
        api: createApi(transport),
        site,
        nonce: noncePlaceholder,
        setStatus: (value) => {
          status = value;
        },
      }),
    getRouterManifest: () => ({
      routes: Object.fromEntries(
        Object.entries(assets).map(([id, { scripts = [], css = [], preloads = [] }]) => [
          id,
          {
            css,
            preloads,
            scripts: scripts.map((src) => ({ attrs: { type: 'module', async: true, src } })),
          },
        ]),
      ),
    }),
  });
  const response = await handle(async ({ router, responseHeaders }) => {
    const rendered = await renderRouterToString({
      router,
      responseHeaders,
      children: <RouterServer router={router} />,
    });
    status ??= statusOf(router, rendered.status);
    matches = router.state.matches;
    return rendered;
  });
  return {
    status: status ?? response.status,
    headers: Object.fromEntries(response.headers),
    route: matches.at(-1)?.fullPath,
    html: renderHead(await response.text(), matches, {
      site: site.name,
      origin: site.origin,
      structuredData: request.structuredData,
    }),
  };
};

/** The status of the page. If an API call has failed, the page has the status of that call. */
function statusOf(router: ReturnType<typeof createRouter>, rendered: number): number {
  const failed = router.state.matches.find(({ status }) => status === 'error');
  return failed?.error instanceof ApiError ? failed.error.status : rendered;
}

/**
 * Returns the path and query without empty parameters, which a form without JavaScript sends for unused filters.
 * Returns undefined if there are none. Spec: "Job lists".
 */
function withoutEmptyParameters(url: string): string | undefined {
  const { pathname, search } = new URL(url);
  const pairs = search.slice(1).split('&');
  const used = pairs.filter((pair) => /=./.test(pair));
  if (!search || used.length === pairs.length) return undefined;
  // A path that starts with two slashes would lead to another site.
  const path = pathname.replace(/^\/+/, '/');
  return used.length > 0 ? `${path}?${used.join('&')}` : path;
}
