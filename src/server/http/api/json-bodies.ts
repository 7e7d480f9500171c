import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badInput, ProblemError } from './problem.ts';

/** A body of the API is an object with a few objects in it. */
const MOST_NESTED = 20;

/**
 * JSON, and no other body: not what a form of another site could send, nor what is nested so deeply that whoever
 * walks through it runs out of stack, nor what is compressed. Names that would reach into prototypes are refused.
 * https://fastify.dev/docs/latest/Reference/ContentTypeParser/
 */
export function jsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      // Some send the type with whatever they ask. What needs a body is refused for want of it.
      if (body === '') done(null, undefined);
      else if (isEncoded(request))
        done(new ProblemError(415, 'The body must not be compressed.', IDENTITY));
      else if (isNestedDeeper(body, MOST_NESTED)) {
        done(badInput([{ path: 'body', message: `must be nested at most ${MOST_NESTED} deep` }]));
      } else {
        parse(request, body, done);
      }
    },
  );
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3 */
const IDENTITY = { headers: { 'accept-encoding': 'identity' } };

function isEncoded({ headers }: FastifyRequest): boolean {
  return (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';
}

/** Whether arrays and objects stand in each other deeper than that; what is in texts does not count. */
function isNestedDeeper(json: string, most: number): boolean {
  let depth = 0;
  let inText = false;
  for (let place = 0; place < json.length; place += 1) {
    const character = json[place];
    if (inText && character === '\\') place += 1;
    else if (character === '"') inText = !inText;
    else if (inText) continue;
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > most) return true;
  }
  return false;
}
