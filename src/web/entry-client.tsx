import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createApi, httpTransport } from './api/api.ts';
import { createRouter } from './router.tsx';

const router = createRouter({ api: createApi(httpTransport), site: { name: '' } });

// What the page of before said of itself in the head, the next one says otherwise.
router.subscribe('onResolved', async ({ fromLocation }) => {
  if (!fromLocation) return;
  const { updateHead } = await import('./head/update-head.ts');
  updateHead(router.state.matches, router.options.context.site.name);
});

hydrateRoot(
  document,
  <StrictMode>
    <RouterClient router={router} />
  </StrictMode>,
);
