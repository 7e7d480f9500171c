import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { EndpointName } from '#shared/contract/endpoints.ts';

/** A finished request to Fastify. */
type EndedRequest = {
  method: string;
  /** The pattern of the route; `none` if no route matches. */
  route: string;
  status: number;
  /** Whether the whole response was sent. */
  isComplete: boolean;
  /** The duration (ms). */
  duration: number;
};

/** Why a request was refused before its handler ran, as the `reason` label. */
type RefusalReason = 'too_often' | 'overload';

export type RequestMeter = {
  begin(): void;
  end(request: EndedRequest): void;
  refuse(reason: RefusalReason): void;
};

/**
 * Histogram buckets (seconds). They are finer near the two response times that the board aims for: 10 ms for a typical
 * request and 1 s for a slow one.
 */
const DURATIONS = [
  0.001, 0.0025, 0.005, 0.0075, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2.5, 5, 10,
];

/** Methods with their own label. All others share `other`, because clients may send any text as a method. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

type Write = { kind: string; action: string };

/** The endpoints that change data, with the labels of their metric. */
export const WRITES: Partial<Record<EndpointName, Write>> = {
  'POST /api/jobs': { kind: 'job', action: 'create' },
  'PUT /api/jobs/:id': { kind: 'job', action: 'update' },
  'POST /api/jobs/:id/close': { kind: 'job', action: 'close' },
  'POST /api/jobs/:id/reopen': { kind: 'job', action: 'reopen' },
  'POST /api/jobs/:id/renew': { kind: 'job', action: 'renew' },
  'POST /api/job-renewals': { kind: 'job', action: 'renew' },
  'POST /api/job-renewals/close': { kind: 'job', action: 'close' },
  'DELETE /api/jobs/:id': { kind: 'job', action: 'delete' },
  'POST /api/jobs/:id/restore': { kind: 'job', action: 'restore' },
  // A bulk request counts as one write, however many jobs it changes.
  'POST /api/jobs/bulk': { kind: 'job', action: 'bulk' },
  'POST /api/alerts': { kind: 'alert', action: 'create' },
  'POST /api/saved-searches': { kind: 'alert', action: 'create' },
  'PUT /api/saved-searches/:id': { kind: 'alert', action: 'update' },
  'DELETE /api/saved-searches/:id': { kind: 'alert', action: 'delete' },
  'POST /api/job-drafts': { kind: 'draft', action: 'create' },
  'PUT /api/job-drafts/:id': { kind: 'draft', action: 'update' },
  'DELETE /api/job-drafts/:id': { kind: 'draft', action: 'delete' },
  'POST /api/job-drafts/:id/submit': { kind: 'draft', action: 'submit' },
  'POST /api/job-drafts/:id/withdraw': { kind: 'draft', action: 'withdraw' },
  'POST /api/job-drafts/:id/approve': { kind: 'draft', action: 'approve' },
  'POST /api/job-drafts/:id/reject': { kind: 'draft', action: 'reject' },
  'POST /api/jobs/:id/reports': { kind: 'report', action: 'create' },
  'POST /api/reported-jobs/:id/resolve': { kind: 'report', action: 'resolve' },
  'POST /api/marks': { kind: 'mark', action: 'add' },
  'PUT /api/marks/jobs/:id': { kind: 'mark', action: 'update' },
  'PUT /api/marks/companies/:id': { kind: 'mark', action: 'hide' },
  'DELETE /api/marks/companies/:id': { kind: 'mark', action: 'show' },
  'POST /api/companies': { kind: 'company', action: 'create' },
  'PUT /api/companies/:id': { kind: 'company', action: 'update' },
  'DELETE /api/companies/:id': { kind: 'company', action: 'delete' },
  'POST /api/companies/:id/restore': { kind: 'company', action: 'restore' },
  'PUT /api/admin/setup': { kind: 'setup', action: 'advance' },
  'PUT /api/admin/settings': { kind: 'settings', action: 'update' },
  'POST /api/admin/pages': { kind: 'page', action: 'create' },
  'PUT /api/admin/pages/:id': { kind: 'page', action: 'update' },
  'DELETE /api/admin/pages/:id': { kind: 'page', action: 'delete' },
  'POST /api/admin/categories': { kind: 'category', action: 'create' },
  'PUT /api/admin/categories/:id': { kind: 'category', action: 'update' },
  'DELETE /api/admin/categories/:id': { kind: 'category', action: 'delete' },
  'DELETE /api/renames/:id': { kind: 'rename', action: 'withdraw' },
  'POST /api/renames/:id/approve': { kind: 'rename', action: 'approve' },
  'POST /api/renames/:id/reject': { kind: 'rename', action: 'reject' },
  'POST /api/companies/:id/merge': { kind: 'company', action: 'merge' },
  'POST /api/admin/audit/:id/restore': { kind: 'audit', action: 'restore' },
  'POST /api/claims': { kind: 'claim', action: 'create' },
  'PUT /api/claims/:id': { kind: 'claim', action: 'update' },
  'PUT /api/claims/:id/job': { kind: 'claim', action: 'update' },
  'DELETE /api/claims/:id': { kind: 'claim', action: 'delete' },
  'POST /api/claims/:id/logo': { kind: 'claim', action: 'update' },
  'POST /api/claims/:id/code': { kind: 'claim', action: 'code' },
  'POST /api/claims/:id/prove': { kind: 'claim', action: 'prove' },
  'POST /api/claims/:id/submit': { kind: 'claim', action: 'submit' },
  'POST /api/claims/:id/withdraw': { kind: 'claim', action: 'withdraw' },
  'POST /api/claims/:id/accept': { kind: 'claim', action: 'accept' },
  'POST /api/claims/:id/object': { kind: 'claim', action: 'object' },
  'POST /api/claims/:id/approve': { kind: 'claim', action: 'approve' },
  'POST /api/claims/:id/reject': { kind: 'claim', action: 'reject' },
  'POST /api/accounts': { kind: 'account', action: 'create' },
  'PUT /api/accounts/:id': { kind: 'account', action: 'update' },
  'POST /api/personal-data/export': { kind: 'account', action: 'export' },
  'POST /api/personal-data/deletion-code': { kind: 'account', action: 'code' },
  'POST /api/personal-data/deletion': { kind: 'account', action: 'delete' },
  'POST /api/memberships/:id/choose': { kind: 'membership', action: 'choose' },
  'PUT /api/memberships/:id': { kind: 'membership', action: 'update' },
  'DELETE /api/memberships/:id': { kind: 'membership', action: 'delete' },
  'POST /api/companies/:id/invitations': { kind: 'invitation', action: 'create' },
  'DELETE /api/invitations/:id': { kind: 'invitation', action: 'delete' },
  'POST /api/invitations/accept': { kind: 'invitation', action: 'accept' },
  'PUT /api/reminders': { kind: 'account', action: 'update' },
  'PUT /api/admin/inbox/digest': { kind: 'account', action: 'update' },
  'POST /api/admin/people/:id/role': { kind: 'account', action: 'assign_role' },
  'POST /api/admin/people/:id/block': { kind: 'account', action: 'block' },
  'POST /api/admin/people/:id/unblock': { kind: 'account', action: 'unblock' },
  'POST /api/admin/people/:id/end-sessions': { kind: 'account', action: 'end_sessions' },
  'POST /api/admin/mails/:id/resend': { kind: 'mail', action: 'resend' },
  'POST /api/admin/mails/pause': { kind: 'mail', action: 'pause' },
  'POST /api/admin/mails/resume': { kind: 'mail', action: 'resume' },
  'POST /api/source-previews': { kind: 'source', action: 'preview' },
  'POST /api/sources': { kind: 'source', action: 'create' },
  'PUT /api/sources/:id': { kind: 'source', action: 'update' },
  'DELETE /api/sources/:id': { kind: 'source', action: 'delete' },
  'POST /api/sources/:id/run': { kind: 'source', action: 'run' },
  'POST /api/sources/:id/pause': { kind: 'source', action: 'pause' },
  'POST /api/sources/:id/resume': { kind: 'source', action: 'resume' },
  'POST /api/source-runs/:id/undo': { kind: 'source', action: 'undo' },
  'POST /api/jobs/:id/unlock': { kind: 'job', action: 'unlock' },
  'POST /api/jobs/:id/merge': { kind: 'job', action: 'merge' },
  'POST /api/jobs/:id/distinguish': { kind: 'job', action: 'distinguish' },
  'POST /api/admin/mails/test': { kind: 'mail', action: 'test' },
  'DELETE /api/identities/:id': { kind: 'identity', action: 'delete' },
  'DELETE /api/sessions': { kind: 'session', action: 'end_all' },
  'DELETE /api/sessions/:id': { kind: 'session', action: 'end' },
  'POST /api/passkeys': { kind: 'passkey', action: 'create' },
  'DELETE /api/passkeys/:id': { kind: 'passkey', action: 'delete' },
  'POST /api/upload': { kind: 'upload', action: 'create' },
};

const writes = new Map<string, Write>(Object.entries(WRITES));

/** Creates the metrics of requests that reach Fastify. The page cache has its own metrics. */
export function requestMetrics(registry: Registry): RequestMeter {
  const registers = [registry];
  const requests = new Counter({
    name: 'board_http_requests_total',
    help: 'Requests not served from the page cache; status is aborted if the client disconnected.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'board_http_request_duration_seconds',
    help: 'Duration of requests not served from the page cache, from the request headers to the end of the response.',
    labelNames: ['method', 'route'],
    buckets: DURATIONS,
    registers,
  });
  const inProgress = new Gauge({
    name: 'board_http_requests_in_progress',
    help: 'Requests in progress that are not served from the page cache.',
    registers,
  });
  const refused = new Counter({
    name: 'board_http_requests_refused_total',
    help: 'Requests refused before their handler: 429 for too_often, 503 for overload.',
    labelNames: ['reason'],
    registers,
  });
  const written = new Counter({
    name: 'board_writes_total',
    help: 'Writes through the API. A repeated request with the same Idempotency-Key counts again.',
    labelNames: ['kind', 'action'],
    registers,
  });
  for (const reason of ['too_often', 'overload'] as const) refused.inc({ reason }, 0);
  for (const write of writes.values()) written.inc(write, 0);
  return {
    begin: () => inProgress.inc(),
    end({ method: rawMethod, route, status, isComplete, duration }) {
      inProgress.dec();
      const method = METHODS.includes(rawMethod) ? rawMethod : 'other';
      requests.inc({ method, route, status: isComplete ? status : 'aborted' });
      durations.observe({ method, route }, duration / 1_000);
      // Count only complete responses: the outcome of an aborted request is unknown.
      const write = isComplete && status < 300 ? writes.get(`${method} ${route}`) : undefined;
      if (write) written.inc(write);
    },
    refuse: (reason) => refused.inc({ reason }),
  };
}
