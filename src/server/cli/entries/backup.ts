import { backupCommand } from '../backup.ts';
import { runCommand } from '../run-command.ts';

process.exitCode = await runCommand(backupCommand);
