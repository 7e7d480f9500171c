import { runCommand } from '../run-command.ts';
import { tokenCommand } from '../token.ts';

process.exitCode = await runCommand(tokenCommand);
