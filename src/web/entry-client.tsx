import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { http } from './api/http.ts';
import { createRouter } from './router.tsx';

const router = createRouter({ api: http, site: { name: '', origin: '' }, today: '' });

// Hydrate in a transition, which React divides into short tasks, so that the page reacts to input in between.
// https://react.dev/reference/react/startTransition
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RouterClient router={router} />
    </StrictMode>,
  );
});
