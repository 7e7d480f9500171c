import type { CompanyProfile } from '#shared/contract/companies.ts';
import type { CompanySize } from '#shared/domain/company-sizes.ts';
import { completeWebAddress } from '#web/forms/complete-web-address.ts';
import type { Errors, Issue } from '#web/forms/errors.ts';

export const PROFILE_LABELS = {
  industry: 'Industry',
  size: 'Number of people',
  founded: 'Year of founding',
  places: 'Places',
  links: 'Links',
} as const;

/** The fields of a company's profile as texts; places and links are one on each line. */
type ProfileValues = Record<keyof typeof PROFILE_LABELS, string>;

export const EMPTY_PROFILE: ProfileValues = {
  industry: '',
  size: '',
  founded: '',
  places: '',
  links: '',
};

export function profileValues(company: CompanyProfile): ProfileValues {
  const { industry, size, founded, places, links } = company;
  return {
    industry,
    size,
    founded: founded === null ? '' : String(founded),
    places: places.join('\n'),
    links: links.join('\n'),
  };
}

/** The fields of the request body. The contract refuses a year that is no number. */
export function profileBody({ industry, size, founded, places, links }: ProfileValues) {
  return {
    industry,
    size: size as CompanySize | '',
    founded: founded.trim() === '' ? null : yearOf(founded),
    places: linesOf(places),
    links: linesOf(links).map(completeWebAddress),
  };
}

/**
 * The fields of the request body that differ from the stored profile, or from an empty one. Absent fields stay as they
 * are. Spec: "Forms", which lists the other fields of the request.
 */
export function changedProfile(
  values: ProfileValues,
  stored: CompanyProfile | undefined,
): Partial<ReturnType<typeof profileBody>> {
  const before: object = profileBody(stored ? profileValues(stored) : EMPTY_PROFILE);
  return Object.fromEntries(
    Object.entries(profileBody(values)).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, field)),
    ),
  );
}

/** A year of four digits; NaN for another text, such as `1e3`. */
const yearOf = (text: string) => (/^\d{4}$/.test(text.trim()) ? Number(text) : Number.NaN);

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

const LINE_NAMES: Record<string, string> = { places: 'Place', links: 'Link' };

/** Separates the issues of single places and links, which name the line, from those of whole fields. */
export function splitIssues(issues: Issue[]): { lines: Errors; fields: Issue[] } {
  const lines: Errors = {};
  const fields = issues.filter(({ path, message }) => {
    const [field = '', index] = path.split('.');
    const name = LINE_NAMES[field];
    if (name === undefined || index === undefined) return true;
    lines[field] ??= `${name} ${Number(index) + 1} ${message}.`;
    return false;
  });
  return { lines, fields };
}
