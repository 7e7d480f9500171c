import type { Operation } from '../support/api-operations.ts';
import type { Caller, Target } from './test-board.ts';

/** The parts of a call from which its request is built. */
export type Input = {
  target: Target | undefined;
  query: [string, string][];
  body: Record<string, unknown> | undefined;
  headers: Record<string, string>;
};

export type Request = {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
};

/** A call and its expected result. */
export type Call = {
  kind: 'valid' | 'edge' | 'hostile';
  request: Request;
  target: Target | undefined;
  body: Record<string, unknown> | undefined;
  /** The expected statuses; undefined if any status that the API description lists is allowed. */
  expected?: number[];
  /** A follow-up request: the same request again, the same key with a different body, or the next page of the list. */
  further?: 'same' | 'another body' | 'next page';
  /** Whether the API description lacks this operation, so that the call must be refused. */
  undescribed?: true;
};

export const FORM_BOUNDARY = 'between-parts';

/** Encodes a form with one file. The result is bytes, so that any part of the form can be invalid. */
export function formWith(field: string, content: Buffer, more = ''): Buffer {
  return Buffer.concat([
    Buffer.from(
      `${more}--${FORM_BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="logo.png"\r\ncontent-type: image/png\r\n\r\n`,
    ),
    content,
    Buffer.from(`\r\n--${FORM_BOUNDARY}--\r\n`),
  ]);
}

const pathOf = ({ path }: Operation, id: string) => path.replace('{id}', encodeURIComponent(id));

function queryOf(query: [string, string][]): string {
  const pairs = query.map((pair) => pair.map(encodeURIComponent).join('='));
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** Builds the request with the given authorization. */
export function writeRequest(
  operation: Operation,
  { target, query, body, headers }: Input,
  authorization: string | undefined,
  picture: Buffer,
): Request {
  const type = body
    ? 'application/json'
    : operation.fileField && `multipart/form-data; boundary=${FORM_BOUNDARY}`;
  const payload = body
    ? JSON.stringify(body)
    : operation.fileField && formWith(operation.fileField, picture);
  return {
    method: operation.method,
    url: pathOf(operation, target?.id ?? '') + queryOf(query),
    headers: {
      ...(type && { 'content-type': type }),
      ...(authorization !== undefined && { authorization }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  };
}

/** The status with which a caller without the required role is refused. */
export function roleRefusal({ roles }: Operation, { id, role }: Caller): number | undefined {
  if (!roles) return undefined;
  if (id === undefined) return 401;
  if (roles.length > 0 && !(role && roles.includes(role))) return 403;
  return undefined;
}
