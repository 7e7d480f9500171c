import { readFileSync } from 'node:fs';
import { markdownFromHtml } from '#server/content/markdown/from-html.ts';

const CASES = new URL('../../tests/cases/tables/descriptions.tsv', import.meta.url);

/** Descriptions as sources write them (HTML), each with the Markdown that an import stores. */
export function importedDescriptions(): { html: string; markdown: string }[] {
  const [, ...rows] = readFileSync(CASES, 'utf8').split('\n').filter(Boolean);
  return rows.map((row) => {
    const [, cell = ''] = row.split('\t');
    const html = cell.replaceAll('\\n', '\n').replaceAll('\\t', '\t');
    return { html, markdown: markdownFromHtml(html) };
  });
}
