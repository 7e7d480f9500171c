import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import pg from 'pg';

/** A notice's payload, which names what has changed; `everything` if notices may have been missed. */
export type ChangeTopic = string;

export const EVERYTHING: ChangeTopic = 'everything';

/** Published when the connection is lost. Changes may go unnoticed until `EVERYTHING` is published. */
export const DISCONNECTED: ChangeTopic = 'disconnected';

/** Receives all changes to the database, including those of other servers, of commands and of `psql` sessions. */
export type ChangeListener = {
  /** Calls `listener` with each topic as soon as its notice arrives. */
  subscribe(listener: (topic: ChangeTopic) => void): void;
  /** Whether the database has responded within the last few seconds. */
  isResponsive(): boolean;
  /** Until this time (monotonic clock, ms), listeners know of every change that is older than a second. */
  freshUntil(): number;
  /** Resolves when listeners have been notified of all earlier commits; at once while disconnected. */
  settle(): Promise<void>;
  close(): Promise<void>;
};

type Options = {
  connectionString: string | undefined;
  /** The connection broke or cannot be opened. Called once until it is back. */
  onDisconnect: (error: Error) => void;
  /** The database responds neither on this connection nor on a new one. Called once until `onResponsive`. */
  onUnresponsive?: () => void;
  /** The database responds again, even if only with a refusal. */
  onResponsive?: () => void;
  /** After how long without a response an open connection counts as dead (ms). */
  responseTimeout?: number;
};

/** The channel on which the triggers notify. */
export const CHANNEL = 'board_changes';

/** Pause between two heartbeats (ms). */
const HEARTBEAT_INTERVAL = 250;

/** How long state counts as fresh after a heartbeat was sent (ms): under a second, with a margin for the response. */
const FRESH_FOR = 900;

/** How old the last response of a responsive database may be (ms). Generous, because a busy process reads late. */
const RESPONSIVE_FOR = 5_000;

const RESPONSE_TIMEOUT = 2_000;

/** Connect timeout (ms), at first and after repeated failures. It grows, so that a slow database can still connect. */
const MIN_CONNECT_TIMEOUT = 2_000;
const MAX_CONNECT_TIMEOUT = 8_000;

/** Grace period (ms) in which a stalled process reads responses that arrived meanwhile, before a timeout counts. */
const READ_GRACE = 250;

const CLOSE_TIMEOUT = 1_000;
const MIN_RETRY_DELAY = 50;
const MAX_RETRY_DELAY = 1_000;

type Connection = {
  client: pg.Client;
  /** The client's socket, because the client itself cannot drop a hanging connection. */
  socket: Socket;
};

type Heartbeat = { payload: string; sent: number; waiters: (() => void)[] };

/**
 * Listens for changes on a separate connection. A heartbeat, which is a notice to this process itself, checks it.
 * PostgreSQL delivers notices in commit order, so a returned heartbeat proves that all earlier commits were notified.
 * https://www.postgresql.org/docs/current/sql-notify.html
 * Resolves after the first connection attempt. If that fails, the listener retries in the background.
 */
export async function listenForChanges({
  connectionString,
  onDisconnect,
  onUnresponsive = () => {},
  onResponsive = () => {},
  responseTimeout = RESPONSE_TIMEOUT,
}: Options): Promise<ChangeListener> {
  const processId = randomUUID();
  const listeners: ((topic: ChangeTopic) => void)[] = [];
  let connection: Connection | undefined;
  let heartbeat: Heartbeat | undefined;
  let heartbeatCount = 0;
  /** Callers waiting for the next heartbeat: the pending one may have been sent before their writes. */
  let waiters: (() => void)[] = [];
  /** When the last returned heartbeat was sent (monotonic clock, ms). */
  let confirmedAt = Number.NEGATIVE_INFINITY;
  let retryDelay = MIN_RETRY_DELAY;
  let isDisconnectReported = false;
  let connectTimeout = MIN_CONNECT_TIMEOUT;
  /** Consecutive timeouts, on the connection and on the attempts to replace it. */
  let timeouts = 0;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  const publish = (topic: ChangeTopic) => {
    for (const listener of listeners) listener(topic);
  };

  function schedule(delay: number, step: () => void): void {
    clearTimeout(timer);
    timer = setTimeout(step, delay).unref();
  }

  /** Drops the connection unless a response arrives within the timeout (ms). */
  function expectResponse(on: Connection, timeout: number, reason: string): void {
    const onTimeout = () => {
      timeouts += 1;
      if (timeouts > 1) connectTimeout = Math.min(connectTimeout * 2, MAX_CONNECT_TIMEOUT);
      if (timeouts === 2) onUnresponsive();
      drop(on, new Error(reason));
    };
    schedule(timeout - READ_GRACE, () => schedule(READ_GRACE, onTimeout));
  }

  function recordResponse(): void {
    const wasUnresponsive = timeouts >= 2;
    timeouts = 0;
    connectTimeout = MIN_CONNECT_TIMEOUT;
    if (wasUnresponsive) onResponsive();
  }

  function releaseWaiters(): void {
    const released = [...(heartbeat?.waiters ?? []), ...waiters];
    heartbeat = undefined;
    waiters = [];
    for (const resolve of released) resolve();
  }

  /** Drops the connection. Nothing is fresh until a heartbeat has returned on a new one. */
  function drop(lost: Connection, error: Error): void {
    if (connection !== lost) return;
    connection = undefined;
    confirmedAt = Number.NEGATIVE_INFINITY;
    publish(DISCONNECTED);
    lost.socket.destroy();
    releaseWaiters();
    if (closed) return;
    if (!isDisconnectReported) onDisconnect(error);
    isDisconnectReported = true;
    schedule(retryDelay, () => void open());
    retryDelay = Math.min(retryDelay * 2, MAX_RETRY_DELAY);
  }

  /** Drops a connection that the server or the network closed or refused, which counts as a response. */
  function dropAfterResponse(lost: Connection, error: Error): void {
    if (connection === lost) recordResponse();
    drop(lost, error);
  }

  function sendHeartbeat(): void {
    const sender = connection;
    if (!sender) return;
    heartbeatCount += 1;
    heartbeat = {
      payload: `beat:${processId}:${heartbeatCount}`,
      sent: performance.now(),
      waiters,
    };
    waiters = [];
    expectResponse(sender, responseTimeout, 'a heartbeat did not return');
    sender.client
      .query('select pg_notify($1, $2)', [CHANNEL, heartbeat.payload])
      .catch((error: Error) => dropAfterResponse(sender, error));
  }

  function handleNotice(payload: string): void {
    if (!payload.startsWith('beat:')) {
      publish(payload);
      return;
    }
    if (!heartbeat || payload !== heartbeat.payload) return;
    // Notices sent before this connection listened are lost.
    if (confirmedAt === Number.NEGATIVE_INFINITY) publish(EVERYTHING);
    confirmedAt = heartbeat.sent;
    recordResponse();
    retryDelay = MIN_RETRY_DELAY;
    isDisconnectReported = false;
    const settled = heartbeat.waiters;
    heartbeat = undefined;
    for (const resolve of settled) resolve();
    if (waiters.length > 0) sendHeartbeat();
    else schedule(HEARTBEAT_INTERVAL, sendHeartbeat);
  }

  async function open(): Promise<void> {
    const socket = new Socket();
    const client = new pg.Client({
      connectionString,
      application_name: 'composable-jobs-changes',
      keepAlive: true,
      stream: () => socket,
    });
    const opened: Connection = { client, socket };
    connection = opened;
    client.on('notification', ({ payload = '' }) => {
      if (connection === opened) handleNotice(payload);
    });
    client.on('error', (error) => dropAfterResponse(opened, error));
    client.on('end', () => dropAfterResponse(opened, new Error('the connection was closed')));
    expectResponse(opened, connectTimeout, 'the database is unresponsive');
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      dropAfterResponse(opened, error instanceof Error ? error : new Error(String(error)));
      return;
    }
    if (connection !== opened) return;
    const first = new Promise<void>((resolve) => waiters.push(resolve));
    sendHeartbeat();
    await first;
  }

  await open();
  return {
    subscribe(listener) {
      listeners.push(listener);
    },
    isResponsive: () => performance.now() - confirmedAt < RESPONSIVE_FOR,
    freshUntil: () => confirmedAt + FRESH_FOR,
    settle() {
      if (confirmedAt === Number.NEGATIVE_INFINITY) return Promise.resolve();
      return new Promise((resolve) => {
        waiters.push(resolve);
        if (!heartbeat) sendHeartbeat();
      });
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      const last = connection;
      connection = undefined;
      confirmedAt = Number.NEGATIVE_INFINITY;
      releaseWaiters();
      if (!last) return;
      const cut = setTimeout(() => last.socket.destroy(), CLOSE_TIMEOUT).unref();
      await last.client.end();
      clearTimeout(cut);
    },
  };
}
