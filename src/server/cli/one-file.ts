import { UsageError } from './run-command.ts';

/** By `-` somebody means a standard stream, and would not look for a file of that name. @throws UsageError */
export function requireOneFile(parameters: string[]): void {
  if (parameters.length !== 1 || ['', '-'].includes(parameters[0] ?? '')) throw new UsageError();
}
