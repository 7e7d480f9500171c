import { levelOf } from '#server/content/dictionary/levels.ts';
import { readTitle } from '#server/content/dictionary/read-title.ts';
import type { SpellingGroup } from '#server/content/dictionary/spelling-groups.ts';
import { variantWords } from '#server/content/dictionary/title-variants.ts';
import { type Area, gazetteer } from '#server/content/places/gazetteer.ts';
import type { SkillPart } from '#shared/contract/job-facts.ts';
import type { Eligibility } from '#shared/domain/eligibility.ts';
import type { Employment } from '#shared/domain/employments.ts';
import { LEVELS, type Level } from '#shared/domain/levels.ts';
import type { SalaryRange } from '#shared/domain/salary-ranges.ts';
import type { Workplace } from '#shared/domain/workplaces.ts';

/**
 * The terms that searches use to find a job:
 * - `^` with each area that contains one of its places, and `^?` if a part of the location is unknown
 * - `/` with the workplace, and `%` with the employment
 * - `:` with each salary range
 * - for a remote job that is open worldwide, `+*`
 * - for another remote job, `+` with each country from which people may work and with each group that contains one;
 * `+` with each region from which people may work, and `+?` with its country and the groups that contain it;
 * `+?` alone if nothing is known
 * - for a remote job, `~` with each area that contains one of its places if it is unknown whether people may work from
 * there
 */
export function factTerms(
  areas: Area[],
  {
    workplace,
    employment,
    eligibility,
    ranges,
    isWhole,
  }: {
    workplace: Workplace | null;
    employment: Employment | null;
    eligibility: Eligibility | null;
    ranges: SalaryRange[];
    isWhole: boolean;
  },
): string[] {
  return [
    ...containersOf(areas).map((id) => `^${id}`),
    ...(isWhole ? [] : ['^?']),
    ...(workplace ? [`/${workplace}`] : []),
    ...(employment ? [`%${employment}`] : []),
    ...ranges.map((range) => `:${range}`),
    ...(workplace === 'remote' ? eligibilityTerms(eligibility, areas) : []),
  ];
}

/** The term of jobs whose descriptions offer to sponsor visas. */
export const VISA_TERM = '*visa';

/** The term of jobs whose titles name a level of seniority. */
export const levelTerm = (level: Level) => `*${level}`;

/** The level of seniority that a title names; null if it names none. */
export function readLevel(title: string): Level | null {
  return LEVELS[levelOf(readTitle(title).canonical) ?? -1] ?? null;
}

/**
 * The terms of a title, both as written and in the usual spelling: `"` with each word and each pair of adjacent words,
 * and `"=` with each name of the role. Other words by which people search for the title have `"`, too. The last term is that of
 * its level.
 */
export function titleTerms(title: string): string[] {
  const { literal, canonical, roles } = readTitle(title);
  const level = readLevel(title);
  const words = [literal, canonical].flatMap((list) => [
    ...list,
    ...list.slice(1).map((word, index) => `${list[index]} ${word}`),
  ]);
  words.push(...variantWords(title, literal));
  return [
    ...[...new Set(words)].map((word) => `"${word}`),
    ...roles.map((role) => `"=${role}`),
    ...(level ? [levelTerm(level)] : []),
  ];
}

/** The terms of skills: `$` with each skill, and `$!` with those in the title or the requirements. */
export function skillTerms(skills: Map<SpellingGroup, SkillPart>): string[] {
  return [...skills].flatMap(([{ spellings }, part]) => {
    const skill = spellings[0]?.text ?? '';
    return [`$${skill}`, ...(part === 'description' ? [] : [`$!${skill}`])];
  });
}

/** The ids of these areas and of all areas that contain them, without duplicates. */
function containersOf(areas: Area[]): string[] {
  const containers = areas.flatMap((area) => [
    area.id,
    ...(area.region ? [area.region] : []),
    ...(area.country ? [area.country] : []),
    ...gazetteer().groupsOf(area),
  ]);
  return [...new Set(containers)];
}

function eligibilityTerms(eligibility: Eligibility | null, areas: Area[]): string[] {
  const unknown = (where: Area[]) => containersOf(where).map((id) => `~${id}`);
  if (!eligibility) return ['+?', ...unknown(areas)];
  const { worldwide, countries, regions, offset } = eligibility;
  if (worldwide && !offset) return ['+*'];
  if (worldwide || countries.length + regions.length === 0) return ['+?', ...unknown(areas)];
  // The job is open only to some regions of these countries, so a person in one of the countries may or may not be able
  // to apply.
  const codes = regions.map((region) => region.slice(0, 2));
  const partly = withGroups(codes);
  return [
    ...withGroups(countries).map((id) => `+${id}`),
    ...regions.map((id) => `+${id}`),
    ...partly.map((id) => `+?${id}`),
    ...unknown(areas.filter(({ country }) => country && codes.includes(country))),
  ];
}

/** These countries (ISO 3166-1) and the groups that contain any of these countries, without duplicates. */
function withGroups(countries: string[]): string[] {
  const groups = countries.flatMap((code) => {
    const country = gazetteer().get(code);
    return country ? gazetteer().groupsOf(country) : [];
  });
  return [...new Set([...countries, ...groups])];
}
