import { restoreCommand } from '../restore.ts';
import { runCommand } from '../run-command.ts';

process.exitCode = await runCommand(restoreCommand);
