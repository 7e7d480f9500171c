import type { z } from 'zod';
import type { Role } from '#shared/domain/roles.ts';

/** Who may call an endpoint: everyone, everyone who is signed in, or one of these roles. */
export type Access = 'public' | 'authenticated' | readonly Role[];

/**
 * One endpoint of the API. Its key is its method and path. The server validates requests and responses against it, the
 * web client infers its types from it, and the API's description is generated from it.
 */
export type Endpoint = {
  /** The name that generated clients use. */
  operationId: string;
  /** Markdown, on one line. */
  summary: string;
  /** Works until the next release. Clients should use its replacement. */
  deprecated?: true;
  /** Further conditions, such as whose company a job belongs to, are in the module's policy. */
  access: Access;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** JSON */
  body?: z.ZodObject;
  /** Instead of a JSON body: one file of at most `bytes`, as `multipart/form-data` in this field. */
  file?: { field: string; bytes: number };
  /**
   * Accepts the `Idempotency-Key` header: a repeated request with the same key creates nothing more.
   * https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
   */
  idempotent?: true;
  /**
   * `returned`: the response has an `ETag`. `checked`: the request may also send it as `If-Match`, so that it does not
   * overwrite a newer version. https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1
   */
  etag?: 'returned' | 'checked';
  /**
   * What a public response is made from. It is cached until any of it changes. `job` is the job that the path names.
   */
  dependsOn?: readonly ('jobs' | 'companies' | 'job')[];
  /** Which cached responses a write invalidates. Its response is sent once no client can read the old ones. */
  invalidates?: readonly ('jobs' | 'companies')[];
  /** The status of a successful response, if not 200. A 204 has no body. */
  success?: 201 | 204;
  response: z.ZodType;
  /** The statuses of error responses. */
  errors: readonly number[];
};

export type EndpointKey = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /api/${string}`;
