/**
 * Converts source text to Markdown: each paragraph, heading and list item, which the source indents and wraps, becomes
 * one line. Lists cannot be nested.
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
