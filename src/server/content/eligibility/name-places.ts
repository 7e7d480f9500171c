import { gazetteer } from '#server/content/places/gazetteer.ts';
import type { Eligibility } from '#shared/domain/eligibility.ts';

/**
 * The English names of the places from which people may do a job: "Worldwide", countries, then regions. Exactly the
 * countries of a group are named as the group: "European Union".
 */
export function namePlaces({ worldwide, countries, regions }: Eligibility): string[] {
  if (worldwide) return ['Worldwide'];
  const group = regions.length === 0 ? groupOf(countries) : undefined;
  return (group ? [group] : [...countries, ...regions]).map(
    (id) => gazetteer().get(id)?.name ?? id,
  );
}

/** The id of the group that has exactly these countries. */
function groupOf(countries: string[]): string | undefined {
  const area = gazetteer().get(countries[0] ?? '');
  if (!area || countries.length < 3) return undefined;
  return gazetteer()
    .groupsOf(area)
    .find((id) => {
      const members = gazetteer().membersOf(id);
      return (
        members.length === countries.length && members.every((each) => countries.includes(each))
      );
    });
}
