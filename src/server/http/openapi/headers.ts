import { IDEMPOTENCY_KEY_LENGTH } from '#shared/constants/limits.ts';
import type { Header, Parameter } from './document.ts';

/** The headers that requests may have, to be referred to. */
export const REQUEST_HEADERS = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of the version that the change starts from: where there is a newer one, nothing is changed. Without it, whatever there is is changed.',
    schema: { type: 'string', 'x-opaque': true },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of the reply that is known already: while it holds, 304 is answered.',
    schema: { type: 'string', 'x-opaque': true },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Made up anew for each thing that is to be created. The same request with the same key creates nothing more within a day, and is answered alike.',
    schema: {
      type: 'string',
      maxLength: IDEMPOTENCY_KEY_LENGTH,
      pattern: '^[\\t -~\\u0080-\\u00ff]*$',
    },
    example: 'b0c5a1d8-7f42-4c0e-9a3f-2e6d1f8b4c77',
  },
} satisfies Record<string, Parameter>;

/** The headers that replies may have. */
export const REPLY_HEADERS = {
  ETag: {
    description: 'The version of what is answered, for `If-None-Match` and `If-Match`.',
    required: true,
    schema: { type: 'string' },
  },
  Location: {
    description: 'The path of what was created.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
  RetryAfter: {
    description: 'In how many seconds to ask again.',
    schema: { type: 'integer', minimum: 0 },
  },
  Challenge: {
    description: 'What is missing: https://www.rfc-editor.org/rfc/rfc6750#section-3',
    required: true,
    schema: { type: 'string' },
  },
} satisfies Record<string, Header>;
