import { parseArgs } from 'node:util';
import { type Database, openDatabase } from '#server/db/client.ts';
import { type Config, readConfig } from '#server/platform/config/config.ts';
import { StartupError } from '#server/platform/errors.ts';
import { interruption } from './interruption.ts';
import { reasonOf } from './reason.ts';
import { printable } from './table.ts';

/** What a person gave of the options that a command takes, each a text. */
export type Options = { [name: string]: string | undefined };

/** What a command is given. */
export type CommandRequest = {
  config: Config;
  parameters: string[];
  options: Options;
  /** Which of its flags were given. */
  flags: ReadonlySet<string>;
  /** Aborts where the command is interrupted. What fails from then on fails for that. */
  signal: AbortSignal;
};

/** What a command works with. */
export type CommandContext = CommandRequest & { db: Database };

/** 0: all is done. 1: it is not, and the reason was told. 2: the command was not understood. */
export type ExitCode = 0 | 1 | 2;

/** The parameters make no sense: the usage is shown. */
export class UsageError extends Error {}

/** What was asked for cannot be done, for a reason that the message says in one line. */
export class CommandError extends Error {}

/** One command of the board's, which an entry runs. */
export type Command<Context = CommandRequest> = {
  usage: string;
  /** The names of the options that it takes besides `help`. */
  options?: string[];
  /** The names of the options that take no value. */
  flags?: string[];
  /** Looks at what was asked for before anything is opened. @throws UsageError, CommandError */
  check?: (parameters: string[], options: Options) => void;
  run: (context: Context) => Promise<ExitCode>;
  /** What is said before the reason of a failure. */
  failed?: string;
};

/** What a process is started with, as far as a command asks. */
export type Invocation = {
  /** Those behind the name of the program. */
  parameters: string[];
  environment: NodeJS.ProcessEnv;
  /** Aborts where the command is interrupted. */
  signal: AbortSignal;
};

/** Makes a command of one that works with the board's database, which it joins where a server is running. */
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

/** Where a command tells what becomes of its database. */
export const CONSOLE = {
  log: (message: string) => console.error(message),
  onConnectionLost: ({ message }: Error) =>
    console.error(printable(`A database connection was lost: ${message}`)),
};

/** Runs a command, and prints what comes of it. */
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
    const given = Object.entries(values);
    const options: Options = Object.fromEntries(
      given.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
    const flags = new Set(given.flatMap(([name, value]) => (value === true ? [name] : [])));
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
