import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import pg from 'pg';

/** What has changed, as the triggers tell it; `everything`, where notices may have been missed. */
export type ChangeTopic = string;

export const EVERYTHING: ChangeTopic = 'everything';

/** Told when the line is lost: from here on, anything may change untold, until `EVERYTHING` says that it is back. */
export const DISCONNECTED: ChangeTopic = 'disconnected';

/** What other servers, commands and people at `psql` change too: all that is written to the database. */
export type ChangeListener = {
  /** Calls `listener` with each topic, as soon as its notice is here. */
  subscribe(listener: (topic: ChangeTopic) => void): void;
  /** Whether the database has answered on the line within the last seconds. */
  isAnswering(): boolean;
  /** Until when every change older than a second has been told (monotonic clock, ms). */
  freshUntil(): number;
  /** Resolves when all is told that was committed before the call; at once while nothing is current. */
  settle(): Promise<void>;
  close(): Promise<void>;
};

type Options = {
  connectionString: string | undefined;
  /** The line broke, or cannot be opened: called once until it is back. */
  onDisconnect: (error: Error) => void;
  /** The database answers neither on the line nor on a new one: called once until `onAnswer`. */
  onUnresponsive?: () => void;
  /** It answers again, be it with a refusal. */
  onAnswer?: () => void;
  /** A line on which nothing comes back for as long is dead, even if nothing has closed it (ms). */
  silence?: number;
};

/** On which the triggers tell. */
export const CHANNEL = 'board_changes';

/** How often the line is tried (ms). */
const BEAT_INTERVAL = 250;

/** What was told when a beat was sent is good for this long (ms): under a second, with room for the answer. */
const TRUST = 900;

/** A database that answered so long ago (ms) is taken to be there: a busy process may be late to hear of it. */
const ANSWERING = 5_000;

const SILENCE = 2_000;

/**
 * For a new line, the first time and after many attempts (ms): so long that a slow database is not taken for one
 * that hangs forever.
 */
const FIRST_CONNECT_TIMEOUT = 2_000;
const LAST_CONNECT_TIMEOUT = 8_000;

/** In as long (ms), what came while this process was held up is read: only then has nothing come. */
const LATE_READING = 250;

const CLOSE_TIMEOUT = 1_000;
const FIRST_RETRY = 50;
const LAST_RETRY = 1_000;

type Line = {
  client: pg.Client;
  /** Held apart from the client, which has no way to drop a connection that hangs. */
  socket: Socket;
};

type Beat = { payload: string; sent: number; waiting: (() => void)[] };

/**
 * Listens to what changes, on a connection of its own. The line is tried by a notice to ourselves, the
 * beat: PostgreSQL gives notices in the order of their commits, so one that comes back says that
 * everything committed before it was sent has been told.
 * https://www.postgresql.org/docs/current/sql-notify.html
 * Resolves when the first attempt to open the line is over; where it failed, others follow.
 */
export async function listenForChanges({
  connectionString,
  onDisconnect,
  onUnresponsive = () => {},
  onAnswer = () => {},
  silence = SILENCE,
}: Options): Promise<ChangeListener> {
  const own = randomUUID();
  const listeners: ((topic: ChangeTopic) => void)[] = [];
  let line: Line | undefined;
  let beat: Beat | undefined;
  let count = 0;
  /** Those who wait for the next beat: the one under way may have been sent before what they wrote. */
  let waiting: (() => void)[] = [];
  /** When the last beat that came back was sent, by the monotonic clock. */
  let proven = Number.NEGATIVE_INFINITY;
  let retryDelay = FIRST_RETRY;
  let mourned = false;
  let connectTimeout = FIRST_CONNECT_TIMEOUT;
  /** How often in a row nothing came: on the line, and on those that were to follow it. */
  let silences = 0;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const tell = (topic: ChangeTopic) => {
    for (const listener of listeners) listener(topic);
  };

  function later(delay: number, step: () => void): void {
    clearTimeout(timer);
    timer = setTimeout(step, delay).unref();
  }

  /** Ends a line on which nothing comes for so long. */
  function awaitAnswer(on: Line, timeout: number, reason: string): void {
    const isSilent = () => {
      silences += 1;
      if (silences > 1) connectTimeout = Math.min(connectTimeout * 2, LAST_CONNECT_TIMEOUT);
      if (silences === 2) onUnresponsive();
      lose(on, new Error(reason));
    };
    later(timeout - LATE_READING, () => later(LATE_READING, isSilent));
  }

  function noteAnswer(): void {
    const hung = silences >= 2;
    silences = 0;
    connectTimeout = FIRST_CONNECT_TIMEOUT;
    if (hung) onAnswer();
  }

  function letGo(): void {
    const released = [...(beat?.waiting ?? []), ...waiting];
    beat = undefined;
    waiting = [];
    for (const resolve of released) resolve();
  }

  /** From here on nothing is current, until a new line has been proven. */
  function lose(lost: Line, error: Error): void {
    if (line !== lost) return;
    line = undefined;
    proven = Number.NEGATIVE_INFINITY;
    tell(DISCONNECTED);
    lost.socket.destroy();
    letGo();
    if (closed) return;
    if (!mourned) onDisconnect(error);
    mourned = true;
    later(retryDelay, () => void open());
    retryDelay = Math.min(retryDelay * 2, LAST_RETRY);
  }

  /** Somebody has ended or refused it. */
  function loseAnswered(lost: Line, error: Error): void {
    if (line === lost) noteAnswer();
    lose(lost, error);
  }

  function sendBeat(): void {
    const through = line;
    if (!through) return;
    count += 1;
    beat = { payload: `beat:${own}:${count}`, sent: performance.now(), waiting };
    waiting = [];
    awaitAnswer(through, silence, 'no notice has come back');
    through.client
      .query('select pg_notify($1, $2)', [CHANNEL, beat.payload])
      .catch((error: Error) => loseAnswered(through, error));
  }

  function hear(payload: string): void {
    if (!payload.startsWith('beat:')) {
      tell(payload);
      return;
    }
    if (!beat || payload !== beat.payload) return;
    // Nobody has told this line what changed before it listened.
    if (proven === Number.NEGATIVE_INFINITY) tell(EVERYTHING);
    proven = beat.sent;
    noteAnswer();
    retryDelay = FIRST_RETRY;
    mourned = false;
    const settled = beat.waiting;
    beat = undefined;
    for (const resolve of settled) resolve();
    if (waiting.length > 0) sendBeat();
    else later(BEAT_INTERVAL, sendBeat);
  }

  async function open(): Promise<void> {
    const socket = new Socket();
    const client = new pg.Client({
      connectionString,
      application_name: 'composable-jobs-changes',
      keepAlive: true,
      stream: () => socket,
    });
    const opened: Line = { client, socket };
    line = opened;
    client.on('notification', ({ payload = '' }) => {
      if (line === opened) hear(payload);
    });
    client.on('error', (error) => loseAnswered(opened, error));
    client.on('end', () => loseAnswered(opened, new Error('the connection has ended')));
    awaitAnswer(opened, connectTimeout, 'the database does not answer');
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      loseAnswered(opened, error instanceof Error ? error : new Error(String(error)));
      return;
    }
    if (line !== opened) return;
    const first = new Promise<void>((resolve) => waiting.push(resolve));
    sendBeat();
    await first;
  }

  await open();
  return {
    subscribe(listener) {
      listeners.push(listener);
    },
    isAnswering: () => performance.now() - proven < ANSWERING,
    freshUntil: () => proven + TRUST,
    settle() {
      if (proven === Number.NEGATIVE_INFINITY) return Promise.resolve();
      return new Promise((resolve) => {
        waiting.push(resolve);
        if (!beat) sendBeat();
      });
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      const last = line;
      line = undefined;
      proven = Number.NEGATIVE_INFINITY;
      letGo();
      if (!last) return;
      const cut = setTimeout(() => last.socket.destroy(), CLOSE_TIMEOUT).unref();
      await last.client.end();
      clearTimeout(cut);
    },
  };
}
