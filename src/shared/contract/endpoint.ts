import type { z } from 'zod';
import type { Role } from '#shared/constants/roles.ts';

/** Who may call an endpoint; roles are those of which one is needed. */
export type Access = 'anyone' | 'signed in' | readonly Role[];

/**
 * One endpoint of the API: what it takes, what it answers, and the statuses it may refuse with.
 * Endpoints are kept under a key that is their method and path, so that neither is written twice.
 */
export type Endpoint = {
  /** What generated clients call it. */
  operationId: string;
  /** Markdown, on one line. */
  summary: string;
  /** What else it depends on, such as whose company it is, the module's policy decides. */
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** JSON */
  body?: z.ZodObject;
  /** In place of a JSON body: one file, as `multipart/form-data` under this field's name. */
  file?: { field: string; bytes: number };
  /**
   * `single`: a repeated request with the same `Idempotency-Key` header creates nothing more.
   * https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
   */
  creates?: 'single';
  /**
   * `tagged`: the reply has an `ETag`. `guarded`: `If-Match` with that tag refuses what would undo a
   * newer version. https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1
   */
  version?: 'tagged' | 'guarded';
  /**
   * What a reply shows, for one that anyone may read: it is kept until some of that changes. `job` is the
   * one that the path names.
   */
  shows?: readonly ('jobs' | 'companies' | 'job')[];
  /** What it changes of that: its reply waits until everyone is shown the change. */
  changes?: readonly ('jobs' | 'companies')[];
  /** The status of success where it is not 200; a 204 has no reply. */
  success?: 201 | 204;
  reply: z.ZodType;
  errors: readonly number[];
};

export type EndpointKey = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /api/${string}`;
