import type { Rule, Search } from '../judgements.ts';

/** Titles of people who write software. */
export const ENGINEER = '(engineer|developer|programmer)';

/** What separates a role from its specialty, as in "Engineer, Backend" and "Engineer (Backend)". */
export const COMMA = '[,(\\s–-]+';

const INTERN = 'intern|internship|apprentice|co-op';

type RoleOptions = {
  /** Titles that fit too. */
  also?: string;
  /** Titles that are better than nothing. */
  related?: string;
  /** Titles that contain the words by chance. */
  not?: string;
};

/** A search for a role by its usual names. Internships are related only. */
export function forRole(q: string, role: string, options: RoleOptions = {}): Search {
  const { also, related, not } = options;
  const excluded = [INTERN, ...(not ? [not] : [])].join('|');
  const chance = not ? { not } : {};
  return {
    q,
    rules: [
      { grade: 3, role, not: excluded },
      { grade: 2, title: also ? `${role}|${also}` : role, not: excluded },
      { grade: 1, title: related ? `${role}|${related}` : role, ...chance },
    ],
  };
}

/** A search for a role of one seniority. The same role of another seniority is related. */
export function forLevel(q: string, level: string, role: string, near?: string): Search {
  return {
    q,
    rules: [
      { grade: 3, title: `(${level}),? (${role})` },
      { grade: 2, title: `(${level})(?![\\p{L}]).*(${role})|(${role}).*(?<![\\p{L}])(${level})` },
      ...(near ? [{ grade: 2, title: `(${near}) (${role})` } as const] : []),
      { grade: 1, title: role },
    ],
  };
}

/** A search for a skill alone: in the title, among the requirements, anywhere. */
export function forSkill(q: string, skill: string): Search {
  return {
    q,
    rules: [
      { grade: 3, title: skill },
      { grade: 2, requires: skill },
      { grade: 1, mentions: skill },
    ],
  };
}

/** A search for a role with a skill. */
export function forSkilled(q: string, skill: string, role: string): Search {
  return {
    q,
    rules: [
      { grade: 3, title: `(${skill})(?![\\p{L}]).*(${role})|(${role}).*(?<![\\p{L}])(${skill})` },
      { grade: 3, title: role, requires: skill },
      { grade: 2, title: role, mentions: skill },
      { grade: 1, title: skill },
    ],
  };
}

/** A search for all jobs in a place. */
export function forPlace(q: string, ...areas: string[]): Search {
  return { q, rules: areas.map((place) => ({ grade: 3, place })) };
}

/**
 * A search for a role in a city. The same role elsewhere in the country, or remote for people there, fits too. A related
 * role in the city is better than nothing.
 */
export function forRoleIn(
  q: string,
  {
    role,
    related,
    city,
    country,
  }: { role: string; related?: string; city: string; country: string },
): Search {
  const near: Rule[] = related ? [{ grade: 1, title: related, place: city }] : [];
  return {
    q,
    rules: [
      { grade: 3, title: role, place: city },
      { grade: 2, title: role, eligible: country },
      { grade: 2, title: role, place: country },
      ...near,
    ],
  };
}

/** A search for a role in a country or a larger area. */
export function forRoleWithin(
  q: string,
  { role, related, area }: { role: string; related?: string; area: string },
): Search {
  const near: Rule[] = related ? [{ grade: 1, title: related, place: area }] : [];
  return { q, rules: [{ grade: 3, title: role, place: area }, ...near] };
}
