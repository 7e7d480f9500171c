import { format } from 'node:util';
import { vi } from 'vitest';
import { runProgram } from '#server/cli/program.ts';
import type { Command } from './process.ts';

/**
 * What a command printed: `output` has the lines of both streams in order, and `errors` only the lines of standard
 * error.
 */
export type CommandResult = { exitCode: number; output: string; errors: string };

/**
 * Runs a command in this process with only these settings. Another test starts the bundle of each command in its own
 * process.
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
    const exitCode = await runProgram([command, ...parameters], { environment, signal });
    return { exitCode, output, errors };
  } finally {
    log.mockRestore();
    error.mockRestore();
  }
}
