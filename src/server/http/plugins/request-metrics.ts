import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { EndpointName } from '#shared/contract/endpoints.ts';

/** A request that Fastify was given and that is over. */
export type AnsweredRequest = {
  method: string;
  /** The pattern of the address, or `none`. */
  route: string;
  status: number;
  /** Whether all of the answer was sent. */
  whole: boolean;
  /** Milliseconds. */
  duration: number;
};

/** Why a request was turned away before anything was done for it. */
export type Refusal = 'too often' | 'overload';

export type RequestMeter = {
  begin(): void;
  end(request: AnsweredRequest): void;
  refuse(why: Refusal): void;
};

/** Seconds. Finer where the aims are: 10 ms for what is made, and a second for what is slow. */
const DURATIONS = [
  0.001, 0.0025, 0.005, 0.0075, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2.5, 5, 10,
];

/** Anyone may send any other. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

type Write = { kind: string; action: string };

/** Every endpoint that changes something. */
export const WRITES: Partial<Record<EndpointName, Write>> = {
  'POST /api/jobs': { kind: 'job', action: 'create' },
  'PUT /api/jobs/:id': { kind: 'job', action: 'update' },
  'POST /api/jobs/:id/close': { kind: 'job', action: 'close' },
  'POST /api/jobs/:id/reopen': { kind: 'job', action: 'reopen' },
  'DELETE /api/jobs/:id': { kind: 'job', action: 'delete' },
  'POST /api/companies': { kind: 'company', action: 'create' },
  'PUT /api/companies/:id': { kind: 'company', action: 'update' },
  'DELETE /api/companies/:id': { kind: 'company', action: 'delete' },
  'POST /api/accounts': { kind: 'account', action: 'create' },
  'PUT /api/accounts/:id': { kind: 'account', action: 'update' },
  'POST /api/upload': { kind: 'upload', action: 'create' },
};

const writes = new Map<string, Write>(Object.entries(WRITES));

/** What Fastify answers; what the page cache does is measured there. */
export function requestMetrics(registry: Registry): RequestMeter {
  const registers = [registry];
  const requests = new Counter({
    name: 'board_http_requests_total',
    help: 'Requests that were not answered out of the page cache; status is aborted where the caller went away.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'board_http_request_duration_seconds',
    help: 'How long these requests took, from their head to the end of the answer.',
    labelNames: ['method', 'route'],
    buckets: DURATIONS,
    registers,
  });
  const inProgress = new Gauge({
    name: 'board_http_requests_in_progress',
    help: 'Such requests that are being answered.',
    registers,
  });
  const refused = new Counter({
    name: 'board_http_requests_refused_total',
    help: 'Those of them that were turned away: 429 for too often, 503 for overload.',
    labelNames: ['reason'],
    registers,
  });
  const written = new Counter({
    name: 'board_writes_total',
    help: 'Changes made through the API; an answer that was repeated for its Idempotency-Key counts again.',
    labelNames: ['kind', 'action'],
    registers,
  });
  for (const why of ['too often', 'overload'] as const) refused.inc(refusalLabel(why), 0);
  for (const write of writes.values()) written.inc(write, 0);
  return {
    begin: () => inProgress.inc(),
    end({ method: asked, route, status, whole, duration }) {
      inProgress.dec();
      const method = METHODS.includes(asked) ? asked : 'other';
      requests.inc({ method, route, status: whole ? status : 'aborted' });
      durations.observe({ method, route }, duration / 1_000);
      // Of who went away it is not known.
      const write = whole && status < 300 ? writes.get(`${method} ${route}`) : undefined;
      if (write) written.inc(write);
    },
    refuse: (why) => refused.inc(refusalLabel(why)),
  };
}

function refusalLabel(why: Refusal): { reason: string } {
  return { reason: why.replace(' ', '_') };
}
