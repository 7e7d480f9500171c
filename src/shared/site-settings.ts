import { type BoardSettings, changedTexts, DEFAULT_SETTINGS } from './domain/board-settings.ts';
import { EMPLOYMENT_TYPES } from './domain/employment-types.ts';
import type { Site } from './render-page.ts';

/** The properties of the site that follow from settings. Those with their default values are absent. */
export type SiteSettings = Pick<
  Site,
  'name' | 'review' | 'payOptional' | 'types' | 'currency' | 'daysOpen' | 'closed' | 'texts'
>;

export function siteSettings(settings: BoardSettings): SiteSettings {
  const { name, review, payrequired, types, currency, daysopen, registration } = settings;
  const texts = changedTexts(settings);
  return {
    name,
    ...(review !== 'none' && { review }),
    ...(!payrequired && { payOptional: true }),
    ...(types.length < EMPLOYMENT_TYPES.length && { types }),
    ...(currency && { currency }),
    ...(daysopen !== DEFAULT_SETTINGS.daysopen && { daysOpen: daysopen }),
    ...(registration === 'nobody' && { closed: true }),
    ...(texts && { texts }),
  };
}
