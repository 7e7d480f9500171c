import { parseArgs } from 'node:util';
import { type Config, readConfig } from '#server/config.ts';
import { type Database, openDatabase } from '#server/db/client.ts';
import { StartupError } from '#server/startup-error.ts';
import { reasonOf } from './reason.ts';
import { printable } from './table.ts';

/** What a person gave of the options that a command takes, each a text. */
export type Options = { [name: string]: string | undefined };

/** What a command works with. */
export type CommandContext = {
  config: Config;
  db: Database;
  parameters: string[];
  options: Options;
};

/** 0: all is done. 1: it is not, and the reason was told. 2: the command was not understood. */
export type ExitCode = 0 | 1 | 2;

/** The parameters make no sense: the usage is shown. */
export class UsageError extends Error {}

/** What was asked for cannot be done, for a reason that the message says in one line. */
export class CommandError extends Error {}

type Command = {
  usage: string;
  /** The names of the options that it takes besides `help`. */
  options?: string[];
  /** Looks at what was asked for before anything is opened. @throws UsageError, CommandError */
  check?: (parameters: string[], options: Options) => void;
  run: (context: CommandContext) => Promise<ExitCode>;
  /** What is said before the reason of a failure. */
  failed?: string;
};

/** Runs a command of the board's over its database, which it joins where a server is running. */
export async function runCommand(command: Command): Promise<void> {
  process.exitCode = await attempt(command);
}

async function attempt({
  usage,
  options: names = [],
  check,
  run,
  failed,
}: Command): Promise<ExitCode> {
  try {
    const {
      values: { help, ...values },
      positionals: parameters,
    } = parseArgs({
      options: {
        ...Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
        help: { type: 'boolean', short: 'h' },
      },
      allowPositionals: true,
    });
    if (help) {
      console.log(usage);
      return 0;
    }
    const options: Options = values;
    check?.(parameters, options);
    const config = readConfig(process.env);
    const database = await openDatabase(config, {
      purpose: 'command',
      log: (message) => console.error(message),
      onConnectionLost: ({ message }) =>
        console.error(printable(`A database connection was lost: ${message}`)),
    });
    try {
      return await run({ config, db: database.db, parameters, options });
    } finally {
      await database.close();
    }
  } catch (error) {
    if (error instanceof UsageError || isUnknownOption(error)) {
      console.error(usage);
      return 2;
    }
    if (error instanceof StartupError) console.error(error.message);
    else if (error instanceof CommandError) console.error(printable(error.message));
    else console.error(printable([failed, reasonOf(error)].filter(Boolean).join(': ')));
    return 1;
  }
}

/** https://nodejs.org/api/errors.html#err_parse_args_unknown_option */
function isUnknownOption(error: unknown): boolean {
  return error instanceof TypeError && /ERR_PARSE_ARGS/.test(String(Reflect.get(error, 'code')));
}
