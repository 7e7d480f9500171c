import { join } from 'node:path';
import tab from '@bomb.sh/tab/commander';
import { Command, CommanderError } from 'commander';
import { VERSION } from '#server/platform/version.ts';
import { addAccountCommand } from './account.ts';
import { addAuditCommand } from './audit.ts';
import { addBackupCommand } from './backup.ts';
import { addCompanyCommand } from './company.ts';
import { addImportCommand } from './import.ts';
import { addMailCommand } from './mail.ts';
import { addRatesCommand } from './rates.ts';
import { addRestoreCommand } from './restore.ts';
import { type Invocation, ReportedError } from './run-command.ts';
import { addSettingsCommand } from './settings.ts';
import { addSetupCommand } from './setup.ts';
import { addSourcesCommand } from './sources.ts';
import { addStatusCommand } from './status.ts';
import { addTokenCommand } from './token.ts';

/** The folder of the board, above the bundle's folder `dist/server`. */
const ROOT = join(import.meta.dirname, '../..');

/** The exit code: 0 for success, 1 for a failure whose reason was printed, 2 for invalid usage. */
export type ExitCode = 0 | 1 | 2;

/**
 * Runs the board's command-line program: `npm run board -- COMMAND`.
 * @param args the arguments after the program name
 * @returns the exit code for the process
 */
export async function runProgram(args: string[], invocation: Invocation): Promise<ExitCode> {
  try {
    await createProgram(invocation).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof ReportedError) return 1;
    throw error;
  }
}

function createProgram(invocation: Invocation): Command {
  // Apply these settings before adding commands, because a command copies them when it is added.
  const program = new Command('board')
    .version(VERSION, '-v, --version')
    .description('Manage the job board in DATA_DIR, or in the database at DATABASE_URL')
    .exitOverride()
    .showHelpAfterError('Add --help for usage.')
    .configureOutput({
      writeOut: (text) => console.log(text.trimEnd()),
      writeErr: (text) => console.error(text.trimEnd()),
    });
  addImportCommand(program, invocation);
  addAccountCommand(program, invocation);
  addCompanyCommand(program, invocation);
  addAuditCommand(program, invocation);
  addBackupCommand(program, invocation);
  addRestoreCommand(program, invocation);
  addMailCommand(program, invocation);
  addRatesCommand(program, invocation);
  addSettingsCommand(program, invocation);
  addSetupCommand(program, invocation);
  addSourcesCommand(program, invocation);
  addStatusCommand(program, invocation);
  addTokenCommand(program, invocation);
  tab(program, { completionCommandName: 'completion' });
  program.addHelpText(
    'after',
    `
To complete commands with the Tab key in bash, add this to ~/.bashrc:
  board() { (cd '${ROOT}' && node scripts/run.mjs board "$@"); }
  source <(board completion bash)`,
  );
  return program;
}
