import {
  createRequestHandler,
  RouterServer,
  renderRouterToString,
} from '@tanstack/react-router/ssr/server';
import type { RenderPage } from '#shared/render-page.ts';
import { createApi } from './api/api.ts';
import { createRouter } from './router.tsx';

/** https://tanstack.com/router/latest/docs/framework/react/guide/ssr */
export const render: RenderPage = async ({ url, transport, site, assets, nonce }) => {
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
