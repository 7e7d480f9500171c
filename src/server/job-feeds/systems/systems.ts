import { ashby } from './ashby.ts';
import { bambooHr } from './bamboohr.ts';
import { board } from './board.ts';
import { breezy } from './breezy.ts';
import { greenhouse } from './greenhouse.ts';
import { jazzHr } from './jazzhr.ts';
import { jobFeed } from './job-feed.ts';
import { jsonLdPages } from './json-ld-pages.ts';
import { lever } from './lever.ts';
import { personio } from './personio.ts';
import { pinpoint } from './pinpoint.ts';
import { rippling } from './rippling.ts';
import { smartRecruiters } from './smartrecruiters.ts';
import type { System } from './system.ts';
import { teamtailor } from './teamtailor.ts';
import { workable } from './workable.ts';
import { workday } from './workday.ts';
import { xmlFeed } from './xml-feed.ts';

/** The systems that sources can use. A URL belongs to the first one that recognizes it. */
export const SYSTEMS: readonly System[] = [
  ashby,
  greenhouse,
  lever,
  smartRecruiters,
  workable,
  personio,
  teamtailor,
  pinpoint,
  breezy,
  rippling,
  bambooHr,
  jazzHr,
  workday,
  jobFeed,
  jsonLdPages,
  xmlFeed,
  board,
];

export function findSystem(id: string): System | undefined {
  return SYSTEMS.find((system) => system.id === id);
}

export type RecognizedFeed = { system: System; tenant: string };

/** Finds the system and the tenant in the URL of a career page, a job board or one job. */
export function recognizeUrl(url: URL): RecognizedFeed | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  for (const system of SYSTEMS) {
    const tenant = system.recognize(url);
    if (tenant !== undefined) return { system, tenant };
  }
  return undefined;
}
