import type { z } from 'zod';
import type { Role } from '#shared/domain/roles.ts';
import type { RateLimitName } from '#shared/limits.ts';

/** Who may call an endpoint: everyone, people who are signed in, or people with one of these roles. */
export type Access = 'public' | 'authenticated' | readonly Role[];

/**
 * An endpoint of the API. Its key is its method and path. The server validates requests and responses against it, the
 * web client infers its types from it, and the API description is generated from it.
 */
export type Endpoint = {
  /** The name of the operation in generated clients. */
  operationId: string;
  /** A summary in Markdown, on one line. */
  summary: string;
  /**
   * Who may call the endpoint. Further conditions, such as which company a job belongs to, are in the policy of the
   * module.
   */
  access: Access;
  /** The rate limit that counts the calls. By default, `upload` for a file and `write` for any other change. */
  rateLimit?: RateLimitName;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** The schema of a JSON body. */
  body?: z.ZodObject;
  /** The maximum size of the body (bytes), if texts in it may be longer than those of other endpoints. */
  bodyBytes?: number;
  /**
   * For an endpoint that accepts a file instead of a JSON body: the `multipart/form-data` field, and the maximum size.
   */
  file?: { field: string; bytes: number };
  /**
   * The endpoint accepts the `Idempotency-Key` header: repeating a request with the same key creates nothing more.
   * https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
   */
  idempotent?: true;
  /**
   * `returned`: the response has an `ETag`. `checked`: in addition, a request may send the tag as `If-Match`, so that
   * it does not overwrite a newer version.
   * https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1
   */
  etag?: 'returned' | 'checked';
  /**
   * The data that a public response contains. The response is cached until any of this data changes. `job` is the job
   * whose id is in the path.
   */
  dependsOn?: readonly ('jobs' | 'companies' | 'job')[];
  /**
   * The data that a write changes. The server answers the write once no client can get outdated cached responses any
   * more.
   */
  invalidates?: readonly ('jobs' | 'companies')[];
  /**
   * `csv`: the response is a file in CSV (RFC 4180) instead of JSON. The rows are streamed as the client reads them, so
   * a file may be as long as its table. `response` is `csvText`.
   * https://www.rfc-editor.org/rfc/rfc4180
   */
  format?: 'csv';
  /** The status of a successful response. Default: 200. A 204 has no body. */
  success?: 201 | 204;
  response: z.ZodType;
  /**
   * What the example of a call in the API description has instead of the examples of the schemas: fields of an object,
   * or a whole text.
   */
  example?: { params?: object; query?: object; body?: object; response?: object | string };
  /** The statuses of error responses. */
  errors: readonly number[];
};

export type EndpointKey = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /api/${string}`;
