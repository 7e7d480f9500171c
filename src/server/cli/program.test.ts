import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { VERSION } from '#server/platform/version.ts';
import { run, start } from '#tests/support/process.ts';
import { runInProcess } from '#tests/support/run-command.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The commands of the program, with their subcommands. */
const COMMANDS = {
  import: [],
  account: ['list', 'set-role', 'block', 'unblock', 'end-sessions'],
  company: ['list', 'merge', 'delete'],
  audit: ['list', 'restore'],
  backup: [],
  mail: ['test', 'list', 'resend', 'pause', 'resume'],
  rates: ['list', 'update'],
  restore: [],
  settings: ['export', 'import'],
  setup: [],
  sources: ['list', 'preview', 'add', 'run', 'pause', 'resume', 'remove', 'discover', 'work'],
  status: [],
  token: [],
} as const;
type Name = keyof typeof COMMANDS;
const NAMES = Object.keys(COMMANDS) as Name[];

/** Runs the program to its end. */
async function board(...parameters: string[]) {
  const command = start(process.execPath, ['dist/server/board.js', ...parameters], {
    env: { NODE_ENV: 'production' },
    cwd: ROOT,
  });
  return { exitCode: await command.ended, output: command.output() };
}

describe('--help', () => {
  test('lists every command', async () => {
    const { exitCode, output } = await board('--help');
    expect(exitCode).toBe(0);
    for (const name of NAMES) expect(output).toMatch(new RegExp(`^  ${name} .*\\w`, 'm'));
  });

  test.each(NAMES)('describes %s and its subcommands', async (name) => {
    const command = run(name, {}, ['--help']);
    expect(await command.ended).toBe(0);
    expect(command.output()).toMatch(new RegExp(`^Usage: board ${name} `));
    for (const subcommand of COMMANDS[name]) {
      const { exitCode, output } = await runInProcess(name, {}, [subcommand, '--help']);
      expect(exitCode).toBe(0);
      expect(output).toMatch(new RegExp(`^Usage: board ${name} ${subcommand} `));
    }
  });
});

test('--version prints the version of the board', async () => {
  expect(await board('--version')).toEqual({ exitCode: 0, output: `${VERSION}\n` });
});

test('without a command, the program lists its commands', async () => {
  expect(await board()).toEqual({
    exitCode: 2,
    output: expect.stringMatching(/^Usage: board \[options\] \[command\]\n/),
  });
});

test('for a misspelled command, the program suggests the right one', async () => {
  expect(await board('acount')).toEqual({
    exitCode: 2,
    output: "error: unknown command 'acount'\n(Did you mean account?)\nAdd --help for usage.\n",
  });
});

test.each(['bash', 'zsh', 'fish', 'powershell'])(
  'the program writes a completion script for %s',
  async (shell) => {
    const { exitCode, output } = await board('completion', shell);
    expect(exitCode).toBe(0);
    expect(output).toContain(`${shell} completion for board`);
  },
);

test.each([
  ['commands', [''], NAMES],
  ['subcommands', ['account', ''], COMMANDS.account],
  ['roles', ['account', 'set-role', 'ada@example.com', ''], ['user', 'companyadmin', 'siteadmin']],
])('the completion completes %s', async (_, parameters, expected) => {
  const { output } = await board('complete', '--', ...parameters);
  const suggestions = output.split('\n').map((line) => line.split('\t')[0]);
  expect(suggestions).toEqual(expect.arrayContaining([...expected]));
});

/** Commands without a shortcut in `package.json`. */
const WITHOUT_SHORTCUT: Name[] = [
  'company',
  'mail',
  'rates',
  'settings',
  'setup',
  'sources',
  'status',
];

test.each(NAMES.filter((name) => !WITHOUT_SHORTCUT.includes(name)))(
  'npm run %s runs the command',
  async (name) => {
    const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    expect(scripts[name]).toBe(`${scripts.board} ${name}`);
  },
);
