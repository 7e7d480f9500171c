import { type Area, gazetteer } from '#server/content/places/gazetteer.ts';
import type { Eligibility } from '#shared/domain/eligibility.ts';
import labels from './eligibility-labels.json' with { type: 'json' };

/**
 * What a person has read in the location, the title and the sentences about places and work of a recorded job.
 * `textHash` identifies the text that was read. `areas` are ids of countries, regions and groups, or `WORLD`;
 * `expected` is null if the job does not say plainly from where people may work.
 */
export type Label = {
  id: string;
  file: string;
  textHash: string;
  expected: { areas: string[]; offset?: [minimum: number, maximum: number] } | null;
};

export const LABELS = labels as Label[];

export function toEligibility({ areas, offset }: NonNullable<Label['expected']>): Eligibility {
  const members = areas.flatMap((id) => [id, ...gazetteer().membersOf(id)].map(areaOf));
  const idsOf = (kind: Area['kind']) =>
    [...new Set(members.filter((area) => area.kind === kind).map(({ id }) => id))].sort();
  return {
    worldwide: areas.includes('WORLD'),
    countries: idsOf('country'),
    regions: idsOf('region'),
    ...(offset && { offset: { minimum: offset[0], maximum: offset[1] } }),
  };
}

function areaOf(id: string): Area {
  const area = gazetteer().get(id);
  if (!area) throw new Error(`A label names ${id}, which is no area.`);
  return area;
}
