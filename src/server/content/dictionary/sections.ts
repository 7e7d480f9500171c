import { SECTION_WORDS } from './sections.data.ts';

/**
 * What a line of a job ad is about. `required`: what an applicant must have. `job`: the work, or what is welcome.
 * `company`: the company, its offer and its process.
 */
type SectionKind = 'required' | 'job' | 'company';

export type SectionLine = { line: string; kind: SectionKind };

/** Matches the words of a meaning in all languages; see `lists/sections.yaml`. */
function pattern(meaning: keyof typeof SECTION_WORDS): RegExp {
  const words = Object.values(SECTION_WORDS[meaning])
    .flat()
    .map((word) => word.replace(/\*$/, '\\p{L}*').replaceAll("'", "['’]").replaceAll(' ', '[- ]'));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
}

const REQUIRED = pattern('required');
const OPTIONAL = pattern('optional');
const COMPANY = pattern('company');
const JOB = pattern('job');
const ASKING = pattern('asking');
const PROCESS = pattern('process');

/** Matches a heading that addresses the reader: "You", "👉 You!". */
const YOU = /^\P{L}*(?:you|du|vous)\P{L}*$/iu;

/** Matches a heading such as "About Loom & Sons" and "Why Loom & Sons", but not "About you" and "About the role". */
const ABOUT_NAME =
  /^\P{L}*(?:(?:about|über|sobre|over)\s+(?!you\b|your\b|the\b|this\b|dich\b|ti\b)[\p{L}\p{N}]|(?:why|join)\s)/iu;

/** The maximum length of a heading (characters). A longer line is a sentence. */
const MAX_HEADING_LENGTH = 90;

/** Matches a line of Markdown that serves as a heading: one that begins with `#`, or one that is entirely bold. */
const HEADING = /^(?:#{1,6}\s+(.*)|\*\*([^*]+)\*\*:?\s*)$/;

/** Matches a line of plain text that serves as a heading: "Your profile:". */
const PLAIN_HEADING = /^[\p{L}][^.!?*:]{1,50}:$/u;

/**
 * The lines of a description in Markdown, and what each is about. The lines before the first heading are about the
 * company unless they ask for something, because ads introduce the company first. An ad without headings is about the
 * job.
 */
export function sectionsOf(description: string): SectionLine[] {
  const lines: (SectionLine & { isIntroduction: boolean })[] = [];
  let kind: SectionKind = 'company';
  let hasHeading = false;
  for (const line of description.split('\n')) {
    const heading = headingOf(line.trim());
    if (heading !== undefined) {
      kind = kindOf(heading);
      hasHeading = true;
    }
    // A heading itself asks for nothing.
    const own = heading !== undefined && kind === 'required' ? 'job' : kind;
    lines.push({ line, kind: own, isIntroduction: !hasHeading });
  }
  return lines.map(({ line, kind: of, isIntroduction }) => {
    const isJob =
      (isIntroduction && !hasHeading) || (of === 'company' && ASKING.test(line) && isIntroduction);
    return { line, kind: isJob ? 'job' : of };
  });
}

/** Whether a line is about the company or its process, such as "Our AI tools had a bias audit". */
export const isAboutProcess = (line: string): boolean => PROCESS.test(line);

function kindOf(heading: string): SectionKind {
  if (OPTIONAL.test(heading)) return 'job';
  if (REQUIRED.test(heading) || YOU.test(heading)) return 'required';
  if (JOB.test(heading)) return 'job';
  return COMPANY.test(heading) || ABOUT_NAME.test(heading) ? 'company' : 'job';
}

/**
 * Returns the sections of a description in Markdown that list requirements, or an empty string if no such section is
 * found.
 */
export function requirementsOf(description: string): string {
  const lines = sectionsOf(description).filter(({ kind }) => kind === 'required');
  return lines.map(({ line }) => line).join('\n');
}

function headingOf(line: string): string | undefined {
  if (line.length > MAX_HEADING_LENGTH) return undefined;
  const [, marked, bold] = HEADING.exec(line) ?? [];
  if (marked !== undefined || bold !== undefined) return marked ?? bold;
  const isHeading =
    PLAIN_HEADING.test(line) &&
    [REQUIRED, OPTIONAL, COMPANY, JOB].some((words) => words.test(line));
  return isHeading ? line : undefined;
}
