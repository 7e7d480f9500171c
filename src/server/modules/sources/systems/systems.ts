import { ashby } from './ashby.ts';
import { greenhouse } from './greenhouse.ts';
import { lever } from './lever.ts';
import type { System } from './system.ts';

/** The systems that sources can use. A URL belongs to the first one that recognizes it. */
export const SYSTEMS: readonly System[] = [ashby, greenhouse, lever];

export function findSystem(id: string): System | undefined {
  return SYSTEMS.find((system) => system.id === id);
}

export type RecognizedBoard = { system: System; tenant: string };

/** Finds the system and the tenant in the URL of a career page, a board or one job. */
export function recognizeUrl(url: URL): RecognizedBoard | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  for (const system of SYSTEMS) {
    const tenant = system.recognize(url);
    if (tenant !== undefined) return { system, tenant };
  }
  return undefined;
}
