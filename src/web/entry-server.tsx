import {
  createRequestHandler,
  RouterServer,
  renderRouterToString,
} from '@tanstack/react-router/ssr/server';
import type { RenderPage } from '#shared/render-page.ts';
import { ApiError, createApi } from './api/api.ts';
import { fontFile } from './font-file.ts';
import { renderHead } from './head/render-head.ts';
import { createRouter } from './router.tsx';

/** For pages that are not rendered here. */
export const fonts = [fontFile];

type Matches = ReturnType<typeof createRouter>['state']['matches'];

/** https://tanstack.com/router/latest/docs/framework/react/guide/ssr */
export const render: RenderPage = async (request) => {
  const { url, transport, site, assets, noncePlaceholder } = request;
  const address = withoutEmptyParameters(url);
  if (address) return { status: 302, headers: { location: address }, html: '' };
  let status: number | undefined;
  let matches: Matches = [];
  const handle = createRequestHandler({
    request: new Request(url),
    createRouter: () =>
      createRouter({
        api: createApi(transport),
        site,
        nonce: noncePlaceholder,
        setStatus: (loaded) => {
          status = loaded;
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
      origin: site.home,
      structuredData: request.structuredData,
    }),
  };
};

/** What a page answers: a failed call of the API shows in the page's own status. */
function statusOf(router: ReturnType<typeof createRouter>, rendered: number): number {
  const failed = router.state.matches.find(({ status }) => status === 'error');
  return failed?.error instanceof ApiError ? failed.error.status : rendered;
}

/**
 * The address without the parameters that say nothing, such as the filters that a form without a
 * script sends empty; undefined where there are none. Spec: "Job lists".
 */
function withoutEmptyParameters(url: string): string | undefined {
  const { pathname, search } = new URL(url);
  const pairs = search.slice(1).split('&');
  const telling = pairs.filter((pair) => /=./.test(pair));
  if (!search || telling.length === pairs.length) return undefined;
  // Two slashes at the start would lead to another site.
  const path = pathname.replace(/^\/+/, '/');
  return telling.length > 0 ? `${path}?${telling.join('&')}` : path;
}
