/**
 * Markdown from a source text that is indented and wrapped at the width of the code: each
 * paragraph, heading and list item becomes one line. Lists are flat.
 */
export function paragraphs(source: string): string {
  const lines: string[] = [];
  for (const line of source
    .trim()
    .split('\n')
    .map((text) => text.trim())) {
    const previous = lines.at(-1);
    if (!previous || line === '' || STARTS_A_BLOCK.test(line)) {
      lines.push(line);
    } else {
      lines[lines.length - 1] = `${previous} ${line}`;
    }
  }
  return lines.join('\n');
}

const STARTS_A_BLOCK = /^(?:#{2,3}|-|\d+\.) /;
