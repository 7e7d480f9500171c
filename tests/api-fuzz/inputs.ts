import fc from 'fast-check';
import type { Operation } from '../support/api-operations.ts';
import { type Call, type Input, roleRefusal, writeRequest } from './calls.ts';
import { edgeValues } from './edge-values.ts';
import { expectedStatus, OUTDATED_ETAG } from './expectations.ts';
import { hostile } from './hostile-requests.ts';
import type { Situation } from './situation.ts';
import type { Caller, Target, TestBoard } from './test-board.ts';
import { isWellFormed, type KnownValues, valid } from './valid-values.ts';

/** A valid, edge or hostile call of an operation by a caller. */
export function anyCall(situation: Situation): fc.Arbitrary<Call> {
  const edges = edgesIn(situation.operation);
  return fc.oneof(
    { weight: 4, arbitrary: validCall(situation) },
    { weight: edges.length > 0 ? 4 : 0, arbitrary: edgeCall(situation, edges) },
    {
      weight: 3,
      arbitrary: requestBuilder(situation).chain((toRequest) =>
        validInput(situation).chain((input) => hostile(situation, toRequest(input), input)),
      ),
    },
  );
}

/**
 * Returns up to `most` calls, one for each edge value, in a seeded order. `turn` is the caller's position among all
 * callers. It determines the edge value with which the caller starts.
 */
export function edgeCalls(
  situation: Situation,
  { seed, turn, most }: { seed: number; turn: { at: number; of: number }; most: number },
): Call[] {
  const edges = edgesIn(situation.operation);
  if (turn.at < 0 || edges.length === 0) return [];
  const all = { minLength: edges.length };
  const [shuffled = []] = fc.sample(fc.shuffledSubarray(edges, all), { seed, numRuns: 1 });
  const first = Math.floor((edges.length * turn.at) / turn.of);
  return [...shuffled.slice(first), ...shuffled.slice(0, first)]
    .slice(0, most)
    .flatMap((edge) => fc.sample(edgeCall(situation, [edge]), { seed, numRuns: 1 }));
}

type ToRequest = (input: Input) => Call['request'];

/** Builds requests, each with one of the caller's authorization headers. */
function requestBuilder({ operation, caller, board }: Situation): fc.Arbitrary<ToRequest> {
  return fc
    .constantFrom(...(caller.authorization.length > 0 ? caller.authorization : [undefined]))
    .map(
      (authorization) => (input: Input) =>
        writeRequest(operation, input, authorization, board.picture),
    );
}

function validCall(situation: Situation): fc.Arbitrary<Call> {
  const { operation } = situation;
  const hasParameter = (name: string) => operation.parameters.some((one) => one.name === name);
  return fc
    .record({
      toRequest: requestBuilder(situation),
      input: validInput(situation),
      further: fc.constantFrom(
        undefined,
        ...(hasParameter('Idempotency-Key') ? (['same', 'another body'] as const) : []),
        ...(hasParameter('cursor') ? (['next page'] as const) : []),
      ),
    })
    .map(({ toRequest, input: plain, further }) => {
      const repeated = further === 'same' || further === 'another body';
      const input = repeated
        ? { ...plain, headers: { ...plain.headers, 'idempotency-key': 'the same' } }
        : plain;
      return {
        kind: 'valid' as const,
        request: toRequest(input),
        target: input.target,
        body: input.body,
        expected: withLimit(situation, expectedStatus({ ...situation, input })),
        ...(further && { further }),
      };
    });
}

/**
 * The generator does not track how many claims a person, invitations an address and reports a job has, or whether the
 * claimed company still exists, so valid ones may also be refused. Nor does it track whether the download that an earlier
 * call requested is ready.
 */
function withLimit({ operation: { id, success } }: Situation, status: number): number[] {
  if (id === 'getDataExport' && status === 404) return [status, success];
  if (id === 'reportJob' && status === success) return [status, 409];
  if (id === 'invite' && status === success) return [status, 429];
  return id === 'createClaim' && status === success ? [status, 400, 409] : [status];
}

/** Valid input according to the API description, for an existing or missing entity. */
function validInput({ board, operation, caller, findError }: Situation): fc.Arbitrary<Input> {
  const { parameters, body } = operation;
  return targetOf(board, operation, caller).chain((target) => {
    const knownValues: KnownValues = {
      opaque: {
        'company.id': [
          ...(caller.company ? [caller.company, caller.company] : []),
          ...board.companies,
        ],
        ids: board.targets.flatMap(({ kind, id, state }) =>
          kind === 'job' && id && state !== 'unknown' ? [id] : [],
        ),
        logo: [board.logo],
        'If-Match': ['*', OUTDATED_ETAG],
        'If-None-Match': ['"never"', 'W/"never"'],
      },
      pathId: target?.id,
    };
    const valuesIn = (place: string) =>
      fc.record(
        Object.fromEntries(
          parameters
            .filter(({ name, in: where }) => where === place && name !== 'cursor')
            .map(({ name, schema }) => [name, valid(schema, knownValues, name)]),
        ),
        { requiredKeys: [], noNullPrototype: true },
      );
    const ownAccount = operation.id === 'createAccount' && caller.id !== undefined;
    return fc.record({
      target: fc.constant(target),
      query: valuesIn('query').map((values) =>
        Object.entries(values).flatMap(([name, value]) =>
          [value].flat().map((one): [string, string] => [name, String(one)]),
        ),
      ),
      headers: valuesIn('header').map((values) =>
        Object.fromEntries(
          Object.entries(values).map(([name, value]) => [name.toLowerCase(), String(value)]),
        ),
      ),
      body: body
        ? fc
            .tuple(valid(body, knownValues) as fc.Arbitrary<Record<string, unknown>>, fc.boolean())
            // Some schemas have conditions that the generator does not know.
            .filter(([value]) => findError(body, value) === undefined)
            .map(([value, own]) => (own && ownAccount ? { ...value, id: caller.id } : value))
        : fc.constant(undefined),
    });
  });
}

/** Chooses an entity. In half of the cases it belongs to the caller. */
function targetOf(
  { targets }: TestBoard,
  { path }: Operation,
  { company, id }: Caller,
): fc.Arbitrary<Target | undefined> {
  const [, , folder] = path.split('/');
  if (!path.includes('{id}')) return fc.constant(undefined);
  const known = targets.filter(({ kind }) => folder?.startsWith(kind.slice(0, -1)));
  // The board has no mails, so every id of a mail is unknown.
  const fitting = known.length > 0 ? known : targets;
  const own = fitting.filter((one) => one.id === id || (company && one.company === company));
  return fc.oneof(
    {
      weight: own.length > 0 ? 1 : 0,
      arbitrary: fc.constantFrom(...(own.length > 0 ? own : fitting)),
    },
    { weight: 1, arbitrary: fc.constantFrom(...fitting) },
  );
}

/** One value at or beyond the limits of its schema. */
type Edge = { place: 'query' | 'header' | 'body'; name: string; value: unknown };

function edgesIn({ parameters, body }: Operation): Edge[] {
  const properties = (body?.properties ?? {}) as Record<string, Parameters<typeof edgeValues>[0]>;
  return [
    ...parameters.flatMap(({ in: place, name, schema }) =>
      place === 'path'
        ? []
        : edgeValues(schema)
            .filter((value) => isSendable(place, String(value)))
            .map((value) => ({ place, name, value })),
    ),
    ...Object.entries(properties).flatMap(([name, schema]) =>
      edgeValues(schema).map((value) => ({ place: 'body' as const, name, value })),
    ),
  ];
}

/**
 * Whether a client can send the value. A header may contain Latin-1 characters, but no control characters except tabs;
 * a URL must be well-formed Unicode. Both have a maximum length.
 */
const isSendable = (place: string, value: string) =>
  place === 'header'
    ? /^[\t -~\u0080-\u00ff]{0,8000}$/.test(value)
    : isWellFormed(value) && value.length < 1_500;

function edgeCall(situation: Situation, edges: Edge[]): fc.Arbitrary<Call> {
  return fc
    .record({
      toRequest: requestBuilder(situation),
      input: validInput(situation),
      edge: fc.constantFrom(...(edges.length > 0 ? edges : [undefined])),
    })
    .map(({ toRequest, input: plain, edge }) => {
      const input = edge ? withEdge(plain, edge) : plain;
      return {
        kind: 'edge' as const,
        request: toRequest(input),
        target: input.target,
        body: input.body,
        expected: edge ? expectedStatuses(situation, input, edge) : [],
      };
    });
}

function withEdge(input: Input, { place, name, value }: Edge): Input {
  if (place === 'body') return { ...input, body: { ...input.body, [name]: value } };
  if (place === 'header') {
    return { ...input, headers: { ...input.headers, [name.toLowerCase()]: String(value) } };
  }
  return {
    ...input,
    query: [...input.query.filter(([other]) => other !== name), [name, String(value)]],
  };
}

/**
 * Returns the allowed statuses. If the schema alone cannot decide about the value, both acceptance and refusal are
 * allowed.
 */
function expectedStatuses(situation: Situation, input: Input, edge: Edge): number[] {
  const { operation, caller, findError } = situation;
  const refused = roleRefusal(operation, caller);
  if (refused) return [refused];
  const schema =
    edge.place === 'body'
      ? operation.body
      : operation.parameters.find(({ name }) => name === edge.name)?.schema;
  if (!schema) return [];
  const value = edge.place === 'body' ? input.body : parseQueryValue(schema, String(edge.value));
  if (findError(schema, value) !== undefined && edge.place !== 'header') return [400];
  const otherwise = expectedStatus({ ...situation, input });
  const statuses = withLimit(situation, otherwise);
  return isDecidedBySchema(schema, edge) ? statuses : [...statuses, 400, 403, 412];
}

/** Parses a query parameter as a number if its schema requires an integer and the text has only digits. */
function parseQueryValue(schema: object, text: string): unknown {
  const isNumber = JSON.stringify(schema).includes('"type":"integer"');
  return isNumber && /^(0|[1-9]\d*)$/.test(text) ? Number(text) : text;
}

/** Whether the schema alone decides about a value. Formats, opaque values and headers need more than the schema. */
function isDecidedBySchema(
  schema: { properties?: unknown; [word: string]: unknown },
  edge: Edge,
): boolean {
  if (edge.place === 'header') return false;
  const properties = schema.properties as Record<string, unknown> | undefined;
  const of = JSON.stringify(properties ? properties[edge.name] : schema);
  return !/"format"|"x-/.test(of);
}
