import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createApi, httpTransport } from './api/api.ts';
import { createRouter } from './router.tsx';

const router = createRouter({ api: createApi(httpTransport), site: { name: '', origin: '' } });

hydrateRoot(
  document,
  <StrictMode>
    <RouterClient router={router} />
  </StrictMode>,
);
