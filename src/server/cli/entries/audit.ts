import { auditCommand } from '../audit.ts';
import { runCommand } from '../run-command.ts';

process.exitCode = await runCommand(auditCommand);
