import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import pg from 'pg';

/**
 * What has changed, as the payload of a notification names it. `everything` means that notifications may have been
 * missed.
 */
export type ChangeTopic = string;

/** Precedes a topic of which something was removed from the board, so that no former response may be served. */
const REMOVED = 'removed:';

/** Splits a notification into its topic and whether something was removed. */
export function readChange(changed: ChangeTopic): { topic: ChangeTopic; isRemoval: boolean } {
  const isRemoval = changed.startsWith(REMOVED);
  return { topic: isRemoval ? changed.slice(REMOVED.length) : changed, isRemoval };
}

export const EVERYTHING: ChangeTopic = 'everything';

/** The topic that is published when the connection is lost. Until `EVERYTHING` is published, changes may be missed. */
export const DISCONNECTED: ChangeTopic = 'disconnected';

/**
 * Receives notifications of all changes in the database, including those by other servers, by commands and in `psql`
 * sessions.
 */
export type ChangeListener = {
  /** Registers a function that is called with each topic as soon as its notification arrives. */
  subscribe(listener: (topic: ChangeTopic) => void): void;
  /** Calls the subscribers of this process, as if a notification with the topic had arrived. */
  announce(topic: ChangeTopic): void;
  /** Whether the database has responded within the last few seconds. */
  isResponsive(): boolean;
  /** The time until which subscribers know of every change that is older than a second (monotonic clock, ms). */
  freshUntil(): number;
  /** The time before which subscribers know of every change, also while the connection is lost (monotonic clock, ms). */
  knownUntil(): number;
  /** Resolves once subscribers have been notified of all earlier commits. While disconnected, resolves at once. */
  settle(): Promise<void>;
  close(): Promise<void>;
};

type Options = {
  connectionString: string | undefined;
  /**
   * Called when the connection breaks or cannot be opened. Not called again before the connection has been restored.
   */
  onDisconnect: (error: Error) => void;
  /**
   * Called when the database responds neither on this connection nor on a new one. Not called again before
   * `onResponsive`.
   */
  onUnresponsive?: () => void;
  /** Called when the database responds again, even if it only refuses the connection. */
  onResponsive?: () => void;
  /** The time without a response after which an open connection counts as dead (ms). */
  responseTimeout?: number;
};

/** The PostgreSQL channel to which the triggers send notifications. */
export const CHANNEL = 'board_changes';

/** The pause between two heartbeats (ms). */
const HEARTBEAT_INTERVAL = 250;

/**
 * How long responses count as fresh after a heartbeat was sent (ms): less than a second, to leave time for the
 * heartbeat's return.
 */
const FRESH_FOR = 900;

/**
 * The maximum age of the last response of a responsive database (ms). It is long, because a busy process reads
 * responses late.
 */
const RESPONSIVE_FOR = 5_000;

const RESPONSE_TIMEOUT = 2_000;

/** The connect timeout (ms). It grows with repeated failures, so that a slow database can still connect. */
const MIN_CONNECT_TIMEOUT = 2_000;
const MAX_CONNECT_TIMEOUT = 8_000;

/**
 * Grace period before a timeout counts (ms). In this time, a process that was stalled reads the responses that have
 * arrived.
 */
const READ_GRACE = 250;

const CLOSE_TIMEOUT = 1_000;
const MIN_RETRY_DELAY = 50;
const MAX_RETRY_DELAY = 1_000;

type Connection = {
  client: pg.Client;
  /** The client's socket. Only the socket can close a hanging connection, not the client. */
  socket: Socket;
};

type Heartbeat = { payload: string; sent: number; waiters: (() => void)[] };

/**
 * Listens for changes on a separate connection, which is checked by a heartbeat: a notification that this process sends
 * to itself. PostgreSQL delivers notifications in commit order, so a heartbeat that has returned proves that all
 * earlier commits were reported. https://www.postgresql.org/docs/current/sql-notify.html Resolves after the first
 * attempt to connect. If that fails, the listener retries in the background.
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
  /**
   * Callers that wait for the next heartbeat. They cannot wait for the pending one, which may have been sent before
   * their writes.
   */
  let waiters: (() => void)[] = [];
  /** The time at which the last heartbeat that has returned was sent (monotonic clock, ms). */
  let confirmedAt = Number.NEGATIVE_INFINITY;
  /** The same, but kept when the connection is lost. */
  let lastConfirmedAt = Number.NEGATIVE_INFINITY;
  let retryDelay = MIN_RETRY_DELAY;
  let isDisconnectReported = false;
  let connectTimeout = MIN_CONNECT_TIMEOUT;
  /** The number of consecutive timeouts, on the connection and on attempts to replace it. */
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

  /** Drops the connection if no response arrives within the timeout (ms). */
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

  /** Drops the connection. No response counts as fresh until a heartbeat has returned on a new connection. */
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

  /**
   * Drops a connection that the server or the network has closed or refused. Closing and refusing a connection both
   * count as a response.
   */
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
    // Notifications from before this connection are lost, so report that anything may have changed.
    if (confirmedAt === Number.NEGATIVE_INFINITY) publish(EVERYTHING);
    confirmedAt = heartbeat.sent;
    lastConfirmedAt = heartbeat.sent;
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
    announce: publish,
    isResponsive: () => performance.now() - confirmedAt < RESPONSIVE_FOR,
    freshUntil: () => confirmedAt + FRESH_FOR,
    knownUntil: () => lastConfirmedAt,
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
