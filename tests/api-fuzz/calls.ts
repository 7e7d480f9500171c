import type { Operation } from '../support/api-operations.ts';
import type { Caller, Target } from './test-board.ts';

/** What a call holds, before it is written down as a request. */
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

/** One call, and what is known of it beforehand. */
export type Call = {
  kind: 'valid' | 'edge' | 'hostile';
  request: Request;
  target: Target | undefined;
  body: Record<string, unknown> | undefined;
  /** How it may be answered, where that is known; else as the document says. */
  expected?: number[];
  /** What else is sent: the same again, another body under the same key, or the list's next page. */
  further?: 'same' | 'another body' | 'next page';
  /** No operation of the document: it has to be refused. */
  undescribed?: true;
};

export const FORM_BOUNDARY = 'between-parts';

/** A form with one file, written by hand so that all of it may be wrong. */
export function formWith(field: string, content: Buffer, more = ''): Buffer {
  return Buffer.concat([
    Buffer.from(
      `${more}--${FORM_BOUNDARY}\r\ncontent-disposition: form-data; name="${field}"; filename="logo.png"\r\ncontent-type: image/png\r\n\r\n`,
    ),
    content,
    Buffer.from(`\r\n--${FORM_BOUNDARY}--\r\n`),
  ]);
}

export const pathOf = ({ path }: Operation, id: string) =>
  path.replace('{id}', encodeURIComponent(id));

export function queryOf(query: [string, string][]): string {
  const pairs = query.map((pair) => pair.map(encodeURIComponent).join('='));
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** The request that says this, of whom `authorization` names. */
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

/** The status that refuses whoever may not call the operation at all. */
export function roleRefusal({ roles }: Operation, { id, role }: Caller): number | undefined {
  if (!roles) return undefined;
  if (id === undefined) return 401;
  if (roles.length > 0 && !(role && roles.includes(role))) return 403;
  return undefined;
}
