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
    /** ParsedSearch for all the time, and no news: what goes well is told at `debug` alone. */
    routine?: boolean;
  }
}

type Notes = {
  /** Of who asks. */
  accountId?: string;
  /** Why it was refused, in words of ours: never what came with the request. */
  reason?: string;
  /** One of so many alike that they are told of together: its own line is for `debug` alone. */
  counted?: boolean;
  /** The page that was found, where one route of the server answers for all pages. */
  page?: string;
};

/** Refusals of which many may be an attack; so are those with a reason. */
const TELLING = [401, 403, 429];

const notes = new WeakMap<FastifyRequest, Notes>();

/** Has the request's line tell this too. */
export function addLogContext(request: FastifyRequest, noted: Notes): void {
  notes.set(request, { ...notes.get(request), ...noted });
}

/** How often it is told how many there were (ms): a line for each would be a load of its own. */
const SUM_INTERVAL = 1_000;

/** Has requests that may come in floods told of together, each second. Counts the one that it is given. */
export function logSummary(
  app: FastifyInstance,
  message: string,
): (request: FastifyRequest) => void {
  let requests = 0;
  const telling = setInterval(() => {
    if (requests > 0) app.log.warn({ requests }, message);
    requests = 0;
  }, SUM_INTERVAL).unref();
  app.addHook('onClose', async () => clearInterval(telling));
  return (request) => {
    requests += 1;
    addLogContext(request, { counted: true });
  };
}

/**
 * One line for each request, once it is answered or its caller has gone. The pattern of its route stands there, and
 * nothing of the address: ids and queries may hold names.
 * https://fastify.dev/docs/latest/Reference/Logging/
 */
export class RequestLog extends LogController {
  readonly #meter: RequestMeter | undefined;

  constructor(meter?: RequestMeter) {
    // What it does by itself would tell the whole address.
    super({ disableRequestLogging: true });
    this.#meter = meter;
  }

  /** Fastify calls this for each request, those too that it refuses before routing. */
  override incomingRequest(request: FastifyRequest, reply: FastifyReply): void {
    const begin = performance.now();
    this.#meter?.begin();
    let whole = false;
    reply.raw.once('finish', () => {
      whole = true;
    });
    const connection = request.raw.socket;
    const tell = () => {
      reply.raw.off('close', tell);
      connection.off('close', tell);
      const ended = { whole, duration: performance.now() - begin };
      logAnswer(request, reply, ended);
      this.#meter?.end({
        method: request.method,
        route: routeOf(request),
        status: reply.raw.statusCode,
        ...ended,
      });
    };
    // Also where the caller goes away, or where a library answers in place of Fastify.
    reply.raw.once('close', tell);
    // Behind other requests of its connection, an answer does not hear that the connection is gone.
    if (reply.raw.socket === null) connection.setMaxListeners(0).once('close', tell);
  }

  override streamError(error: Error, request: FastifyRequest): void {
    const gone = 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (!gone) request.log.error({ err: error }, 'an answer broke off');
  }

  override writeHeadError(error: Error, request: FastifyRequest): void {
    request.log.error({ err: error }, 'an answer could not be begun');
  }

  override serializerError(error: Error, request: FastifyRequest): void {
    request.log.error({ err: error }, 'an answer could not be written');
  }
}

function logAnswer(
  request: FastifyRequest,
  { raw }: FastifyReply,
  { whole, duration }: { whole: boolean; duration: number },
): void {
  const noted: Notes = notes.get(request) ?? {};
  const { accountId, reason } = noted;
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
  const level = levelOf(status, noted, whole && config?.routine === true);
  request.log[level](line, whole ? 'answered' : 'aborted');
}

/** The pattern that it was found by, which says nothing of who asked for what. */
function routeOf(request: FastifyRequest): string {
  return notes.get(request)?.page ?? request.routeOptions.url ?? 'none';
}

function levelOf(status: number, { reason, counted }: Notes, isRoutine: boolean) {
  if (counted) return 'debug';
  // Also of a caller who has gone: nobody could be seen at `warn` else who guesses and does not wait.
  if (status >= 500 || TELLING.includes(status) || reason !== undefined) return 'warn';
  return isRoutine && (status < 400 || status === 404) ? 'debug' : 'info';
}
