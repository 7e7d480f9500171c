import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';

/** A process that reads sources. */
type Importer = {
  child: ChildProcess;
  /**
   * The milliseconds of the process's clock. They distinguish its leases from leases of other processes, because the
   * test's clock moves by whole seconds.
   */
  number: number;
};

export type ImporterOptions = {
  /** The path of the bundled program. */
  program: string;
  databaseUrl: string;
  feeds: { port: number; ca: string };
  interval: number;
};

/** Processes that read sources at the same time, with the clock of a simulation. */
export class Importers {
  /** The most memory that a process has used (bytes). Zero if the system does not report it. */
  peakMemory = 0;
  readonly #options: ImporterOptions;
  readonly #running: Importer[] = [];
  #started = 0;
  #now: number;

  /** @param now the time, in whole seconds (ms since 1970) */
  constructor(options: ImporterOptions, now: number) {
    this.#options = options;
    this.#now = now;
  }

  get now(): Date {
    return new Date(this.#now);
  }

  /** The numbers of the processes that run. */
  get numbers(): number[] {
    return this.#running.map(({ number }) => number);
  }

  async start(): Promise<void> {
    this.#started += 1;
    const number = this.#started;
    const { program, ...rest } = this.#options;
    const child = fork(program, {
      env: { PATH: process.env.PATH, NODE_ENV: 'production' },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.send({ ...rest, now: this.#now + number });
    const ended = once(child, 'exit').then(() => {
      throw new Error('a process that reads sources ended early');
    });
    await Promise.race([once(child, 'message'), ended]);
    // Ignore the end of the process from now on, because the test may kill it.
    ended.catch(() => {});
    // Send the time again, because the clock may have moved during the start.
    child.send(this.#now + number);
    this.#running.push({ child, number });
  }

  /** Moves the clock of all processes. */
  setTime(now: number): void {
    this.#now = now;
    for (const { child, number } of this.#running) child.send(now + number);
  }

  /** Kills a process, and starts another one, as a server does. */
  async kill(number: number): Promise<void> {
    const index = this.#running.findIndex((each) => each.number === number);
    const [killed] = this.#running.splice(index, 1);
    if (index < 0 || !killed) throw new Error(`process ${number} does not run`);
    this.#measure(killed);
    const exited = once(killed.child, 'exit');
    killed.child.kill('SIGKILL');
    await exited;
    await this.start();
  }

  /** Lets all processes end. */
  async stop(): Promise<void> {
    await Promise.all(
      this.#running.splice(0).map(async (importer) => {
        this.#measure(importer);
        const exited = once(importer.child, 'exit');
        importer.child.disconnect();
        await exited;
      }),
    );
  }

  /** https://man7.org/linux/man-pages/man5/proc_pid_status.5.html */
  #measure({ child }: Importer): void {
    const status = `/proc/${child.pid}/status`;
    if (!existsSync(status)) return;
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8')) ?? [];
    this.peakMemory = Math.max(this.peakMemory, Number(kilobytes ?? 0) * 1_024);
  }
}
