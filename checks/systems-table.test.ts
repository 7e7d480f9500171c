import { describe, expect, test } from 'vitest';
import { SYSTEMS } from '#server/job-feeds/systems/systems.ts';
import { read } from './source-files.ts';

const text = read('docs/operations/systems.md');

/** The rows of the table whose header begins with these cells. */
function rowsBelow(...header: string[]): string[][] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${header.join(' | ')} |`));
  const rows = lines.slice(start + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The names in the list between these words and the end of their sentence. */
function listAfter(words: string): string[] {
  const [, list = ''] = text.replaceAll(/\s+/g, ' ').split(` ${words} `);
  return list.slice(0, list.indexOf('.')).split(', ');
}

describe('docs/operations/systems.md', () => {
  test('the table lists all systems with their ids', () => {
    const rows = rowsBelow('System', 'Id').map(([name, id]) => [name, id]);
    expect(rows).toEqual(SYSTEMS.map(({ name, id }) => [name, `\`${id}\``]));
  });

  test('a sentence names the systems that take a request for each job', () => {
    const systems = SYSTEMS.filter(({ detail }) => detail !== undefined);
    expect(listAfter('a week ago:')).toEqual(systems.map(({ name }) => name));
  });

  test('a sentence names the systems whose formats no recorded responses confirm', () => {
    const systems = SYSTEMS.filter(({ isVerified }) => !isVerified);
    expect(listAfter('for the tests:')).toEqual(systems.map(({ name }) => name));
  });

  test('the table lists the settings of each system', () => {
    expect(rowsBelow('System', 'Setting').map(([name, settings]) => [name, settings])).toEqual(
      SYSTEMS.flatMap(({ name, settings = {} }) => {
        const names = Object.keys(settings).map((setting) => `\`${setting}\``);
        return names.length > 0 ? [[name, names.join(', ')]] : [];
      }),
    );
  });
});
