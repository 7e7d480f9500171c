import { accountCommand } from '../account.ts';
import { runCommand } from '../run-command.ts';

process.exitCode = await runCommand(accountCommand);
