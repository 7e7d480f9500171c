import type { Rule, Search } from '../judgements.ts';

/** Titles of people who write software. */
export const ENGINEER = '(engineer|developer|programmer)';

/** What separates a role from its specialty, as in "Engineer, Backend" or "Engineer (Backend)". */
export const COMMA = '[,(\\s–-]+';

/** The beginning of a word. */
const BEFORE = '(?<![\\p{L}])';

const INTERN = 'intern|internship|apprentice|co-op';

type RoleOptions = {
  /** Titles that also fit. */
  also?: string;
  /** Titles that are only related. */
  related?: string;
  /** Titles that contain the words but name a different role. */
  not?: string;
};

/** A software engineer with a specialty, as in "Frontend Engineer", "Software Engineer, Frontend" or "Engineer (Frontend)". */
export const engineerOf = (specialty: string) =>
  `(${specialty}) (software |product |web )?${ENGINEER}|(software |product )?${ENGINEER}s?${COMMA}(${specialty})`;

/** A search for a role by its usual names. Internships are only related. */
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

/** A search for a field of work: every role in it. Internships are only related. */
export function forField(q: string, field: string, options: RoleOptions = {}): Search {
  const { also, related, not } = options;
  const excluded = [INTERN, ...(not ? [not] : [])].join('|');
  return {
    q,
    rules: [
      { grade: 3, title: field, not: excluded },
      ...(also ? [{ grade: 2, title: also, not: excluded } as const] : []),
      { grade: 1, title: related ? `${field}|${related}` : field, ...(not ? { not } : {}) },
    ],
  };
}

/** A search for a role at one level of seniority. The same role at another level is only related. */
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

/**
 * A search for a skill alone. Jobs with the skill in the title are best, then jobs with the skill among the
 * requirements, then all others with the skill.
 */
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

/** A search for all jobs in a place. The place may also be in the title. */
export function forPlace(q: string, ...areas: string[]): Search {
  return {
    q,
    rules: [...areas.map((place): Rule => ({ grade: 3, place })), { grade: 3, title: q }],
  };
}

/**
 * A search for a role in a city. Remote jobs that people in the city may do also fit. The same role elsewhere in the
 * country, and a related role in the city, are only related.
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
  const [name = ''] = city.split(', ');
  return {
    q,
    rules: [
      { grade: 3, title: role, place: city },
      { grade: 3, title: `(${role}).*${BEFORE}${name}` },
      { grade: 2, title: role, eligible: country },
      { grade: 1, title: role, place: country },
      ...(related ? [{ grade: 1, title: related, place: city } as const] : []),
    ],
  };
}

/** A search for a role in a country. The country's name is the last word of the search. */
export function forRoleWithin(
  q: string,
  { role, related, area }: { role: string; related?: string; area: string },
): Search {
  const name = q.split(' ').at(-1);
  return {
    q,
    rules: [
      { grade: 3, title: role, place: area },
      { grade: 3, title: `(${role}).*${BEFORE}${name}` },
      ...(related ? [{ grade: 1, title: related, place: area } as const] : []),
    ],
  };
}

/** A role, whose titles several searches ask for: in places, misspelled, or in other languages. */
export type Role = {
  title: string;
  /** Titles that are only related. */
  related?: string;
  /** Titles that contain the words but name a different role. */
  not?: string;
};

/** A search for a role, in any words. */
export const forTitle = (q: string, { title, ...options }: Role): Search =>
  forField(q, title, options);

/**
 * A search for a role in one of the areas, which are a city and its neighbors, or a region. Remote jobs that people there
 * may do also fit. The same role elsewhere in the country, and a related role in the area, are only related.
 */
export function forTitleAt(
  q: string,
  { title, related, not }: Role,
  country: string,
  ...areas: string[]
): Search {
  const excluded = not ? { not: `${not}|${INTERN}` } : { not: INTERN };
  const names = areas.filter((area) => area.includes(', ')).map((area) => area.split(', ')[0]);
  return {
    q,
    rules: [
      ...areas.map((place): Rule => ({ grade: 3, title, place, ...excluded })),
      ...(names.length > 0
        ? [{ grade: 3, title: `(${title}).*${BEFORE}(${names.join('|')})`, ...excluded } as const]
        : []),
      { grade: 2, title, eligible: country, ...excluded },
      { grade: 1, title, place: country },
      ...(related ? areas.map((place): Rule => ({ grade: 1, title: related, place })) : []),
    ],
  };
}

/** A search for a role in a country or continent. Remote jobs that people there may do also fit. */
export function forTitleWithin(
  q: string,
  { title, related, not }: Role,
  area: string,
  names: string,
): Search {
  const excluded = not ? { not: `${not}|${INTERN}` } : { not: INTERN };
  return {
    q,
    rules: [
      { grade: 3, title, place: area, ...excluded },
      { grade: 3, title: `(${title}).*${BEFORE}(${names})`, ...excluded },
      ...(area.length === 2 ? [{ grade: 2, title, eligible: area, ...excluded } as const] : []),
      ...(related ? [{ grade: 1, title: related, place: area } as const] : []),
    ],
  };
}
