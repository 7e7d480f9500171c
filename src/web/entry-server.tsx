import {
  createRequestHandler,
  RouterServer,
  renderRouterToString,
} from '@tanstack/react-router/ssr/server';
import { queryString } from '#shared/paths.ts';
import type { RenderPage } from '#shared/render-page.ts';
import { createApi } from './api/api.ts';
import { createRouter } from './router.tsx';

/** https://tanstack.com/router/latest/docs/framework/react/guide/ssr */
export const render: RenderPage = async ({ url, transport, site, assets, nonce }) => {
  const address = withoutEmptyParameters(url);
  if (address) return { status: 302, headers: { location: address }, html: '' };
  const handle = createRequestHandler({
    request: new Request(url),
    createRouter: () => createRouter({ api: createApi(transport), site, nonce }),
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
  const response = await handle(({ router, responseHeaders }) =>
    renderRouterToString({
      router,
      responseHeaders,
      children: <RouterServer router={router} />,
    }),
  );
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    html: await response.text(),
  };
};

/**
 * Where the page is without the parameters that say nothing, such as the filters that a form without
 * a script sends empty; undefined where there are none. Spec section 2.
 */
function withoutEmptyParameters(url: string): string | undefined {
  const { pathname, searchParams } = new URL(url);
  const parameters = [...searchParams];
  const telling = parameters.filter(([, value]) => value);
  if (telling.length === parameters.length) return undefined;
  // Two slashes at the start would lead to another site.
  const path = pathname.replace(/^\/+/, '/');
  return `${path}${queryString(Object.fromEntries(telling))}`;
}
