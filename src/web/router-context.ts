import type { PlainDate } from '#shared/domain/plain-date.ts';
import type { Site } from '#shared/render-page.ts';
import type { Api } from './api/api.ts';
import type { Session } from './auth/session.ts';

/** The context of every route. */
export type RouterContext = {
  api: Api;
  site: Site;
  session: Session;
  /** The date on which the page was rendered (UTC), so that hydration renders the same ages of jobs. */
  today: PlainDate;
  /**
   * Sets the status of the response. By default, it is 200, or the status of a failed API call. Has no effect in the
   * browser.
   */
  setStatus: (status: number) => void;
};
