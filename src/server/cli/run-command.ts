import { loadDictionaryFile } from '#server/content/dictionary/dictionary-file.ts';
import { type BoardDatabase, openDatabase } from '#server/db/client.ts';
import { type Config, readConfig } from '#server/platform/config/config.ts';
import { StartupError } from '#server/platform/errors.ts';
import { reasonOf } from './reason.ts';
import { printable } from './table.ts';

/** The parts of the process that a command may use. */
export type Invocation = {
  environment: NodeJS.ProcessEnv;
  /** Aborts when the command is interrupted. Failures after that are reported as the interruption. */
  signal: AbortSignal;
};

/** What a command receives besides its arguments. */
export type CommandContext = { config: Config; signal: AbortSignal };

/** What a command that needs the database receives. */
export type DatabaseContext = CommandContext & { db: BoardDatabase };

/** Thrown if the command cannot do what the user asked for. The message gives the reason in one line. */
export class CommandError extends Error {}

/** Thrown after the command has failed and printed the reason. */
export class ReportedError extends Error {}

type Handler<Context, Args extends unknown[]> = (context: Context, ...args: Args) => Promise<void>;

type Action<Args extends unknown[]> = (...args: Args) => Promise<void>;

/** The text that precedes the reason in the message of a failure. */
type Failure = { failed?: string };

/**
 * Runs an action with the board's settings, and prints its errors.
 * @throws ReportedError
 */
export function withConfig<Args extends unknown[]>(
  { environment, signal }: Invocation,
  handler: Handler<CommandContext, Args>,
  { failed }: Failure = {},
): Action<Args> {
  return async (...args) => {
    try {
      const config = readConfig(environment);
      loadDictionaryFile(config.dictionaryFile);
      await handler({ config, signal }, ...args);
    } catch (error) {
      if (error instanceof ReportedError) throw error;
      console.error(messageOf(error, failed, signal));
      throw new ReportedError('Command failed', { cause: error });
    }
  };
}

/**
 * Runs an action with the board's database. If a server is running, the command connects to the server's database.
 * @throws ReportedError
 */
export function withDatabase<Args extends unknown[]>(
  invocation: Invocation,
  handler: Handler<DatabaseContext, Args>,
  failure?: Failure,
): Action<Args> {
  return withConfig<Args>(
    invocation,
    async ({ config, signal }, ...args) => {
      const database = await openDatabase(config, {
        purpose: 'command',
        ...CONSOLE,
        onConnectionLost: (error) => signal.aborted || CONSOLE.onConnectionLost(error),
      });
      signal.addEventListener('abort', () => database.sockets.giveUp());
      try {
        signal.throwIfAborted();
        await handler({ config, signal, db: database.db }, ...args);
      } finally {
        await database.close();
      }
    },
    failure,
  );
}

/** Writes the progress of the database's start and connection errors to standard error. */
export const CONSOLE = {
  log: (message: string) => console.error(message),
  onConnectionLost: ({ message }: Error) =>
    console.error(printable(`Database connection lost: ${message}`)),
};

function messageOf(error: unknown, failed: string | undefined, signal: AbortSignal): string {
  if (signal.aborted) return failed ? `${failed}: interrupted.` : 'Interrupted.';
  if (error instanceof StartupError) return error.message;
  if (error instanceof CommandError) return printable(error.message);
  return printable([failed, reasonOf(error)].filter(Boolean).join(': '));
}
