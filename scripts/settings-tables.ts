import { z } from 'zod';
import { describedSettings, environment } from '#server/platform/config/config.ts';

type Column = 'default' | 'values' | 'description';

const HEADINGS: Record<Column, string> = {
  default: 'Default',
  values: 'What it may be',
  description: 'What it is',
};

/** Matches a table of settings between its markers. The first marker names the columns. */
const TABLE = /<!-- settings:(?<columns>[ a-z]+)-->\n.*?<!-- end of settings -->/gs;

/** Updates the tables of settings in a document from `config.ts`. Returns the document. */
export function withSettingsTables(document: string): string {
  return document.replace(TABLE, (_, columns: string) => {
    const names = columns.trim().split(' ').map(asColumn);
    return `<!-- settings:${columns}-->\n\n${settingsTable(names)}\n\n<!-- end of settings -->`;
  });
}

function asColumn(name: string): Column {
  if (name in HEADINGS) return name as Column;
  throw new Error(`unknown column in a table of settings: ${name}`);
}

function settingsTable(columns: Column[]): string {
  const heads = ['Setting', ...columns.map((column) => HEADINGS[column])];
  const rows = Object.entries(environment.in.shape).map(([name, schema]) => {
    const described = describedSettings.get(schema);
    if (!described) throw new Error(`${name} has no description`);
    const cells: Record<Column, string> = {
      default: defaultOf(schema) ?? described.default ?? 'none',
      values: described.values,
      description: described.description,
    };
    return [`\`${name}\``, ...columns.map((column) => cells[column])];
  });
  return [heads, heads.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

function defaultOf(schema: z.ZodType): string | undefined {
  return schema instanceof z.ZodDefault ? `\`${schema.def.defaultValue}\`` : undefined;
}
