import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badInput, ProblemError } from './problem.ts';

/** The maximum nesting of a body. Valid bodies have only a few levels. */
const MAX_DEPTH = 20;

/**
 * Accepts only JSON bodies that are safe to parse. Refuses:
 * - other types, because a form on another site could send them
 * - compressed bodies, because they can decompress to a huge size
 * - deep nesting, because recursive code could overflow the stack
 * - names such as `__proto__`, because they could pollute prototypes
 * https://fastify.dev/docs/latest/Reference/ContentTypeParser/
 */
export function jsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      // Some clients send a content type without a body. Accept this here: if a body is required, validation refuses
      // the request.
      if (body === '') done(null, undefined);
      else if (isEncoded(request))
        done(
          new ProblemError(
            415,
            'The body must not be compressed. Send it without Content-Encoding.',
            IDENTITY,
          ),
        );
      else if (isNestedDeeper(body, MAX_DEPTH)) {
        done(
          badInput([{ path: 'body', message: `must have at most ${MAX_DEPTH} levels of nesting` }]),
        );
      } else {
        parse(request, body, done);
      }
    },
  );
}

/**
 * Tells the client that only uncompressed bodies are accepted. https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
 */
const IDENTITY = { headers: { 'accept-encoding': 'identity' } };

function isEncoded({ headers }: FastifyRequest): boolean {
  return (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';
}

/** Whether arrays and objects are nested deeper than `maxDepth`. Brackets in strings do not count. */
function isNestedDeeper(json: string, maxDepth: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index];
    if (inString && character === '\\') index += 1;
    else if (character === '"') inString = !inString;
    else if (inString) continue;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}
