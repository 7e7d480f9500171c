import { UsageError } from './run-command.ts';

/** Requires exactly one file name. `-` usually means a standard stream, so it is refused. @throws UsageError */
export function requireOneFile(parameters: string[]): void {
  if (parameters.length !== 1 || ['', '-'].includes(parameters[0] ?? '')) throw new UsageError();
}
