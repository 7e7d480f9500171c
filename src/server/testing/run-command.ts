import { format } from 'node:util';
import { vi } from 'vitest';
import { type Command, runCommand } from '#server/cli/run-command.ts';

/** What a command printed, line by line as it came: on both streams, and on standard error alone. */
export type CommandResult = { exitCode: number; output: string; errors: string };

/**
 * Runs a command in this process, with these settings and none of the tests' own. That its entry in the bundle runs it
 * is seen in a process of its own, once for each command.
 */
export async function runInProcess(
  command: Command,
  environment: Record<string, string>,
  parameters: string[] = [],
): Promise<CommandResult> {
  let output = '';
  let errors = '';
  const log = vi.spyOn(console, 'log').mockImplementation((...values) => {
    output += `${format(...values)}\n`;
  });
  const error = vi.spyOn(console, 'error').mockImplementation((...values) => {
    output += `${format(...values)}\n`;
    errors += `${format(...values)}\n`;
  });
  try {
    const { signal } = new AbortController();
    const exitCode = await runCommand(command, { parameters, environment, signal });
    return { exitCode, output, errors };
  } finally {
    log.mockRestore();
    error.mockRestore();
  }
}
