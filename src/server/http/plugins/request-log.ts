import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { hashedUserId } from '#server/platform/logging/hashed-user-id.ts';
import { clientAddress } from '../rate-limits/client-network.ts';
import type { RequestMeter } from './request-metrics.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Marks frequent and uninteresting requests, such as probes. They are logged at `debug` unless they fail. */
    routine?: boolean;
  }
}

type LogContext = {
  /** The account id of the caller. */
  accountId?: string;
  /** Why the request was refused. Never contains input from the request. */
  reason?: string;
  /** Whether the request is counted in a summary line, so that its own line is logged only at `debug`. */
  isSummarized?: boolean;
  /**
   * The route pattern of the page. It is logged instead of the server's route, because one server route serves all
   * pages.
   */
  page?: string;
};

/** Statuses that are logged at `warn`, because many such refusals may be an attack. */
const SUSPICIOUS_STATUSES = [401, 403, 429];

const contexts = new WeakMap<FastifyRequest, LogContext>();

/** Adds fields to the log line of the request. */
export function addLogContext(request: FastifyRequest, context: LogContext): void {
  contexts.set(request, { ...contexts.get(request), ...context });
}

/** The time between summaries (ms). */
const SUMMARY_INTERVAL = 1_000;

/**
 * Returns a function that counts a request. The number of counted requests is logged once a second, because a line for
 * each request would add to the load during a flood of requests.
 */
export function logSummary(
  app: FastifyInstance,
  message: string,
): (request: FastifyRequest) => void {
  let requests = 0;
  const timer = setInterval(() => {
    if (requests > 0) app.log.warn({ requests }, message);
    requests = 0;
  }, SUMMARY_INTERVAL).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  return (request) => {
    requests += 1;
    addLogContext(request, { isSummarized: true });
  };
}

/**
 * Logs one line per request, when the response has been sent or the client has disconnected. The line contains the
 * pattern of the route instead of the URL, because ids and queries may contain names.
 * https://fastify.dev/docs/latest/Reference/Logging/
 */
export class RequestLog extends LogController {
  readonly #meter: RequestMeter | undefined;

  constructor(meter?: RequestMeter) {
    // Disable Fastify's own lines, which contain the whole URL.
    super({ disableRequestLogging: true });
    this.#meter = meter;
  }

  /** Called by Fastify for each request, even for one that it refuses before routing. */
  override incomingRequest(request: FastifyRequest, reply: FastifyReply): void {
    const start = performance.now();
    this.#meter?.begin();
    let isComplete = false;
    reply.raw.once('finish', () => {
      isComplete = true;
    });
    const connection = request.raw.socket;
    const onClose = () => {
      reply.raw.off('close', onClose);
      connection.off('close', onClose);
      const outcome = { isComplete, duration: performance.now() - start };
      logRequest(request, reply, outcome);
      this.#meter?.end({
        method: request.method,
        route: routeOf(request),
        status: reply.raw.statusCode,
        ...outcome,
      });
    };
    // `close` is also emitted if the client disconnects, or if the OpenID library responds instead of Fastify.
    reply.raw.once('close', onClose);
    // If a response waits for an earlier one on its connection (pipelining), it emits no `close` event when the
    // connection closes.
    if (reply.raw.socket === null) connection.setMaxListeners(0).once('close', onClose);
  }

  override streamError(error: Error, request: FastifyRequest): void {
    const isDisconnect = 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (!isDisconnect) request.log.error({ err: error }, 'Response stream failed');
  }

  override writeHeadError(error: Error, request: FastifyRequest): void {
    request.log.error({ err: error }, 'Response headers not sent');
  }

  override serializerError(error: Error, request: FastifyRequest): void {
    request.log.error({ err: error }, 'Response not serialized');
  }
}

function logRequest(
  request: FastifyRequest,
  { raw }: FastifyReply,
  { isComplete, duration }: { isComplete: boolean; duration: number },
): void {
  const context: LogContext = contexts.get(request) ?? {};
  const { accountId, reason } = context;
  const { config } = request.routeOptions;
  const status = raw.statusCode;
  const line = {
    method: request.method,
    route: routeOf(request),
    status,
    duration: Math.round(duration * 10) / 10,
    ip: clientAddress(request),
    ...(accountId !== undefined && { person: hashedUserId(accountId) }),
    ...(reason !== undefined && { reason }),
  };
  const level = levelOf(status, context, isComplete && config?.routine === true);
  request.log[level](line, isComplete ? 'Request completed' : 'Request aborted');
}

/** The pattern of the route, which contains no input from the client. */
function routeOf(request: FastifyRequest): string {
  return contexts.get(request)?.page ?? request.routeOptions.url ?? 'none';
}

function levelOf(status: number, { reason, isSummarized }: LogContext, isRoutine: boolean) {
  if (isSummarized) return 'debug';
  // This also applies to aborted requests. Otherwise, the requests of an attacker who disconnects early would never be
  // logged at `warn`.
  if (status >= 500 || SUSPICIOUS_STATUSES.includes(status) || reason !== undefined) return 'warn';
  return isRoutine && (status < 400 || status === 404) ? 'debug' : 'info';
}
