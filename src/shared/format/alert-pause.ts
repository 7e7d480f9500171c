import type { AlertPause } from '../domain/alerts.ts';

/** Why an address gets no alerts, as people read it. */
export const PAUSE_TEXTS: Record<AlertPause, string> = {
  person: 'You have paused all emails.',
  unanswered: 'All emails are paused, because you did not answer whether they are still useful.',
  undeliverable: 'All emails are paused, because your mail server refused one.',
};
