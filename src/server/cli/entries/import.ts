import { importCommand } from '../import.ts';
import { runCommand } from '../run-command.ts';

process.exitCode = await runCommand(importCommand);
