import type { AlertFrequency } from '../domain/alerts.ts';

/** How often an alert sends mails, as people choose it. */
export const FREQUENCY_LABELS: Record<AlertFrequency, string> = {
  immediate: 'At once',
  daily: 'Every day at 8',
  weekly: 'Every week',
  never: 'No emails',
};
