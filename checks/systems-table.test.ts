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

describe('docs/operations/systems.md', () => {
  test('the table lists all systems with their ids', () => {
    const rows = rowsBelow('System', 'Id').map(([name, id]) => [name, id]);
    expect(rows).toEqual(SYSTEMS.map(({ name, id }) => [name, `\`${id}\``]));
  });

  test('the table says how each system is read', () => {
    const rows = rowsBelow('System', 'Seconds between requests').map(
      ([name, interval, requests = '', conditional, ids, format]) => ({
        name,
        interval: Number(interval) * 1_000,
        hasDetails: requests.includes('one per job'),
        conditional,
        idScope: ids,
        isVerified: format === 'recorded',
      }),
    );
    expect(rows).toEqual(
      SYSTEMS.map(({ name, interval, conditional, idScope, isVerified, detail }) => ({
        name,
        interval,
        hasDetails: detail !== undefined,
        conditional,
        idScope,
        isVerified,
      })),
    );
  });

  test('the table says for each system whether its format was recorded from real responses or is unverified', () => {
    const formats = rowsBelow('System', 'Seconds between requests').map((row) => row.at(-1));
    expect(formats.filter((format) => !/^(recorded|unverified)$/.test(format ?? ''))).toEqual([]);
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
