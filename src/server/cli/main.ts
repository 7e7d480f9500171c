import { interruption } from './interruption.ts';
import { runProgram } from './program.ts';

process.exitCode = await runProgram(process.argv.slice(2), {
  environment: process.env,
  signal: interruption(),
});
