/** Matches headings of sections that list requirements. */
const REQUIREMENTS =
  /\b(requirements?|required|qualifications?|skills?|experience|expertise|background|education|profile|must[- ]haves?|you have|you bring|you['’]ll bring|you need|you['’]ll need|you are|we are|we['’]re looking for|looks? (like|for)|about you|about your background|great fit|good fit|is this you|you will bring|foundation for success|ideal candidate|who you)\b|^\P{L}*you\P{L}*$/iu;

/** Matches headings of sections that list qualifications which are welcome but not required. */
const OPTIONAL = /\b(nice[- ]to[- ]haves?|bonus|preferred|plus(es)?|even better|extra credit)\b/i;

/** The maximum length of a heading (characters). A longer line is a sentence. */
const MAX_HEADING_LENGTH = 90;

/** Matches a line of Markdown that serves as a heading: one that begins with `#`, or one that is entirely bold. */
const HEADING = /^(?:#{1,6}\s+(.*)|\*\*([^*]+)\*\*:?\s*)$/;

/** The lines of a description in Markdown, and whether each is in a section that lists requirements. */
export function linesOf(description: string): { line: string; isRequired: boolean }[] {
  let isRequired = false;
  return description.split('\n').map((line) => {
    const heading = headingOf(line.trim());
    if (heading === undefined) return { line, isRequired };
    isRequired = REQUIREMENTS.test(heading) && !OPTIONAL.test(heading);
    return { line, isRequired: false };
  });
}

/**
 * Returns the sections of a description in Markdown that list requirements, or an empty string if no such section is
 * found.
 */
export function requirementsOf(description: string): string {
  const lines = linesOf(description).filter(({ isRequired }) => isRequired);
  return lines.map(({ line }) => line).join('\n');
}

function headingOf(line: string): string | undefined {
  if (line.length > MAX_HEADING_LENGTH) return undefined;
  const [, marked, bold] = HEADING.exec(line) ?? [];
  return marked ?? bold;
}
