import {
  createRequestHandler,
  RouterServer,
  renderRouterToString,
} from '@tanstack/react-router/ssr/server';
import { toPlainDate } from '#shared/domain/plain-date.ts';
import type { RenderPage, RouteAssets, RouteWithoutPage } from '#shared/render-page.ts';
import { createApi } from './api/api.ts';
import { ApiError } from './api/errors.ts';
import { scriptLoader } from './head/load-scripts.ts';
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
        today: toPlainDate(new Date()),
        nonce: noncePlaceholder,
        setStatus: (value) => {
          status = value;
        },
      }),
    getRouterManifest: () => ({
      routes: Object.fromEntries(Object.entries(assets).map(([id, { css = [] }]) => [id, { css }])),
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
    html: addScripts(
      renderHead(await response.text(), matches, { site, structuredData: request.structuredData }),
      matches.map(({ routeId }) => assets[routeId] ?? {}),
      noncePlaceholder,
    ),
  };
};

/** A router that only finds the routes of paths. */
const router = createRouter({
  api: createApi(() => Promise.reject(new Error('This router loads nothing'))),
  site: { name: '', origin: '' },
  today: '',
});

export const routeWithoutPage: RouteWithoutPage = (url, isTextPage) => {
  if (withoutEmptyParameters(`http://localhost${url}`)) return undefined;
  const path = decodePath(url.replace(/\?.*/s, ''));
  // The router redirects paths with superfluous slashes and dots.
  if (path === undefined || /\/(\.{0,2}\/|\.{0,2}$)/.test(path)) return undefined;
  const [, params, route] = router.getMatchedRoutes(path);
  const isUnknown =
    route?.id === '/$' || (route?.id === '/$page' && !isTextPage(params.page ?? ''));
  return isUnknown ? route.id : undefined;
};

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Adds the inline script that loads the scripts of the page's routes. */
function addScripts(html: string, routes: RouteAssets[], nonce: string): string {
  const loader = scriptLoader({
    scripts: routes.flatMap(({ scripts = [] }) => scripts),
    preloads: routes.flatMap(({ preloads = [] }) => preloads),
  });
  // Pass a function, because `$` has a special meaning in a replacement string.
  return html.replace('</body>', () => `<script nonce="${nonce}">${loader}</script></body>`);
}

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
  // A path that starts with two slashes would lead to a different site.
  const path = pathname.replace(/^\/+/, '/');
  return used.length > 0 ? `${path}?${used.join('&')}` : path;
}
