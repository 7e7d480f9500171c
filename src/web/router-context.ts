import type { Site } from '#shared/render-page.ts';
import type { Api } from './api/api.ts';
import type { Session } from './auth/session.ts';

/** The context of every route. */
export type RouterContext = {
  api: Api;
  site: Site;
  session: Session;
  /** Overrides the response's status, which is otherwise 200 or that of a failed API call. No effect in the browser. */
  setStatus: (status: number) => void;
};
