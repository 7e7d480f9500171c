import { ashbySite } from './ashby.ts';
import { bambooHrSite } from './bamboohr.ts';
import { boardSite } from './board.ts';
import { breezySite } from './breezy.ts';
import { greenhouseSite } from './greenhouse.ts';
import { jazzHrSite } from './jazzhr.ts';
import { jobFeedSite } from './job-feed.ts';
import { jsonLdPagesSite } from './json-ld-pages.ts';
import { leverSite } from './lever.ts';
import { personioSite } from './personio.ts';
import { pinpointSite } from './pinpoint.ts';
import { ripplingSite } from './rippling.ts';
import type { Site } from './site.ts';
import { smartRecruitersSite } from './smartrecruiters.ts';
import { teamtailorSite } from './teamtailor.ts';
import { workableSite } from './workable.ts';
import { workdaySite } from './workday.ts';
import { xmlFeedSite } from './xml-feed.ts';

/** The site of each system, by the system's id. */
export const SITES: Readonly<Record<string, Site>> = {
  ashby: ashbySite,
  greenhouse: greenhouseSite,
  lever: leverSite,
  smartrecruiters: smartRecruitersSite,
  workable: workableSite,
  personio: personioSite,
  teamtailor: teamtailorSite,
  pinpoint: pinpointSite,
  breezy: breezySite,
  rippling: ripplingSite,
  bamboohr: bambooHrSite,
  jazzhr: jazzHrSite,
  workday: workdaySite,
  'job-feed': jobFeedSite,
  'json-ld': jsonLdPagesSite,
  xml: xmlFeedSite,
  board: boardSite,
};

/**
 * Finds the site of a system.
 * @throws Error if the system has no site
 */
export function siteOf(system: string): Site {
  const site = SITES[system];
  if (!site) throw new Error(`${system} has no site in testing/sites`);
  return site;
}
