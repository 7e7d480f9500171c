import type { Site } from '#shared/render-page.ts';
import type { Api } from './api/api.ts';
import type { Session } from './session/session.ts';

/** What every route can use. */
export type RouterContext = {
  api: Api;
  site: Site;
  session: Session;
  /** Sets the response's status, unless it is 200 or comes from an error. Does nothing in the browser. */
  setStatus: (status: number) => void;
};
