import { IDEMPOTENCY_KEY_LENGTH } from '#shared/limits.ts';
import type { Header, Parameter } from './document.ts';

/** Request headers, as components of the document. */
export const REQUEST_HEADERS = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of the version that the change is based on. If a newer version exists, the request fails with 412 and changes nothing. Without the header, the request changes any version.',
    schema: { type: 'string', 'x-opaque': true },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of a response that the client has. While it is current, the status is 304.',
    schema: { type: 'string', 'x-opaque': true },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A new random value for each resource to create. Repeating the same request with the same key within a day creates nothing more and returns the same resource.',
    schema: {
      type: 'string',
      maxLength: IDEMPOTENCY_KEY_LENGTH,
      pattern: '^[\\t -~\\u0080-\\u00ff]*$',
    },
    example: 'b0c5a1d8-7f42-4c0e-9a3f-2e6d1f8b4c77',
  },
} satisfies Record<string, Parameter>;

/** Response headers, as components of the document. */
export const RESPONSE_HEADERS = {
  ETag: {
    description: 'The version of the response, for `If-None-Match` and `If-Match`.',
    required: true,
    schema: { type: 'string' },
  },
  Location: {
    description: 'The path of the created resource.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Content-Disposition': {
    description: 'The name of the file: https://www.rfc-editor.org/rfc/rfc6266',
    required: true,
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 0 },
  },
  Challenge: {
    description: 'The missing authorization: https://www.rfc-editor.org/rfc/rfc6750#section-3',
    required: true,
    schema: { type: 'string' },
  },
} satisfies Record<string, Header>;
