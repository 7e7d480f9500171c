import { parseArgs } from 'node:util';
import { type Database, openDatabase } from '#server/db/client.ts';
import { type Config, readConfig } from '#server/platform/config/config.ts';
import { StartupError } from '#server/platform/errors.ts';
import { interruption } from './interruption.ts';
import { reasonOf } from './reason.ts';
import { printable } from './table.ts';

/** The values of the command's options by name. */
export type Options = { [name: string]: string | undefined };

/** The parsed command line and settings that a command receives. */
export type CommandRequest = {
  config: Config;
  parameters: string[];
  options: Options;
  /** The names of the flags that are set. */
  flags: ReadonlySet<string>;
  /** Aborts when the command is interrupted. Later failures are reported as the interruption. */
  signal: AbortSignal;
};

/** A request with the open database. */
export type CommandContext = CommandRequest & { db: Database };

/** 0: success. 1: failure, with the reason printed. 2: invalid usage. */
export type ExitCode = 0 | 1 | 2;

/** Invalid parameters: the usage is printed. */
export class UsageError extends Error {}

/** The command cannot do what is requested; the message gives the reason in one line. */
export class CommandError extends Error {}

/** A command-line program of the board; a file in `entries` runs it. */
export type Command<Context = CommandRequest> = {
  usage: string;
  /** The names of the options that take a value. */
  options?: string[];
  /** The names of the options that take no value. */
  flags?: string[];
  /** Validates the command line before the database is opened. @throws UsageError, CommandError */
  check?: (parameters: string[], options: Options) => void;
  run: (context: Context) => Promise<ExitCode>;
  /** Precedes the reason in the message of a failure. */
  failed?: string;
};

/** The parts of the process that a command uses. */
export type Invocation = {
  /** The arguments after the program name. */
  parameters: string[];
  environment: NodeJS.ProcessEnv;
  /** Aborts when the command is interrupted. */
  signal: AbortSignal;
};

/** Opens the board's database around a command. If a server is running, the command connects to its database. */
export function withDatabase(command: Command<CommandContext>): Command {
  return {
    ...command,
    async run(request) {
      const { config, signal } = request;
      const database = await openDatabase(config, {
        purpose: 'command',
        ...CONSOLE,
        onConnectionLost: (error) => signal.aborted || CONSOLE.onConnectionLost(error),
      });
      signal.addEventListener('abort', () => database.sockets.giveUp());
      try {
        signal.throwIfAborted();
        return await command.run({ ...request, db: database.db });
      } finally {
        await database.close();
      }
    },
  };
}

/** Writes the database's progress and connection errors to standard error. */
export const CONSOLE = {
  log: (message: string) => console.error(message),
  onConnectionLost: ({ message }: Error) =>
    console.error(printable(`Database connection lost: ${message}`)),
};

/**
 * Parses the command line, runs a command and prints its errors.
 * @returns the exit code for the process
 */
export async function runCommand(
  { usage, options: names = [], flags: flagNames = [], check, run, failed }: Command,
  { parameters: args, environment, signal }: Invocation = ofProcess(),
): Promise<ExitCode> {
  try {
    const {
      values: { help, ...values },
      positionals: parameters,
    } = parseArgs({
      args,
      options: {
        ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
        ...Object.fromEntries(flagNames.map((name) => [name, { type: 'boolean' as const }])),
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
    });
    if (help) {
      console.log(usage);
      return 0;
    }
    const entries = Object.entries(values);
    const options: Options = Object.fromEntries(
      entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
    const flags = new Set(entries.flatMap(([name, value]) => (value === true ? [name] : [])));
    check?.(parameters, options);
    const config = readConfig(environment);
    return await run({ config, parameters, options, flags, signal });
  } catch (error) {
    if (error instanceof UsageError || isUnknownOption(error)) {
      console.error(usage);
      return 2;
    }
    if (signal.aborted) console.error(failed ? `${failed}: interrupted.` : 'Interrupted.');
    else if (error instanceof StartupError) console.error(error.message);
    else if (error instanceof CommandError) console.error(printable(error.message));
    else console.error(printable([failed, reasonOf(error)].filter(Boolean).join(': ')));
    return 1;
  }
}

function ofProcess(): Invocation {
  return {
    parameters: process.argv.slice(2),
    environment: process.env,
    signal: interruption(),
  };
}

/** https://nodejs.org/api/errors.html#err_parse_args_unknown_option */
function isUnknownOption(error: unknown): boolean {
  return error instanceof TypeError && /ERR_PARSE_ARGS/.test(String(Reflect.get(error, 'code')));
}
