import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { http } from './api/http.ts';
import { createRouter } from './router.tsx';

const router = createRouter({ api: http, site: { name: '', origin: '' } });

hydrateRoot(
  document,
  <StrictMode>
    <RouterClient router={router} />
  </StrictMode>,
);
