import fc from 'fast-check';
import type { Operation } from '../support/api-operations.ts';
import { type Call, type Input, roleRefusal, writeRequest } from './calls.ts';
import { edgesOf } from './edge-values.ts';
import { expectedStatus, STALE_TAG } from './expectations.ts';
import { hostile } from './hostile-requests.ts';
import type { Situation } from './situation.ts';
import type { BoardUnderTest, Caller, Target } from './test-board.ts';
import { isWellFormed, type Known, valid } from './valid-values.ts';

/** A call of this operation by this caller, of any kind. */
export function anyCall(situation: Situation): fc.Arbitrary<Call> {
  const edges = edgesIn(situation.operation);
  return fc.oneof(
    { weight: 4, arbitrary: validCall(situation) },
    { weight: edges.length > 0 ? 4 : 0, arbitrary: edgeCall(situation, edges) },
    {
      weight: 3,
      arbitrary: sayer(situation).chain((say) =>
        validInput(situation).chain((input) => hostile(situation, say(input), input)),
      ),
    },
  );
}

/**
 * One call at each of the edges, `most` at the most, in an order that the seed makes. Of several callers who are each
 * given a `turn`, every one begins elsewhere.
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

type Say = (input: Input) => Call['request'];

/** Writes requests down, with one of the headers that the caller has. */
function sayer({ operation, caller, board }: Situation): fc.Arbitrary<Say> {
  return fc
    .constantFrom(...(caller.authorization.length > 0 ? caller.authorization : [undefined]))
    .map(
      (authorization) => (input: Input) =>
        writeRequest(operation, input, authorization, board.picture),
    );
}

function validCall(situation: Situation): fc.Arbitrary<Call> {
  const { operation } = situation;
  const may = (name: string) => operation.parameters.some((one) => one.name === name);
  return fc
    .record({
      say: sayer(situation),
      input: validInput(situation),
      further: fc.constantFrom(
        undefined,
        ...(may('Idempotency-Key') ? (['same', 'another body'] as const) : []),
        ...(may('cursor') ? (['next page'] as const) : []),
      ),
    })
    .map(({ say, input: plain, further }) => {
      const repeated = further === 'same' || further === 'another body';
      const input = repeated
        ? { ...plain, headers: { ...plain.headers, 'idempotency-key': 'the same' } }
        : plain;
      return {
        kind: 'valid' as const,
        request: say(input),
        target: input.target,
        body: input.body,
        expected: [expectedStatus({ ...situation, input })],
        ...(further && { further }),
      };
    });
}

/** All of it as the document says, of what is there or not. */
function validInput({ board, operation, caller }: Situation): fc.Arbitrary<Input> {
  const { parameters, body } = operation;
  return targetOf(board, operation, caller).chain((target) => {
    const known: Known = {
      opaque: {
        'company.id': [
          ...(caller.company ? [caller.company, caller.company] : []),
          ...board.companies,
        ],
        logo: [board.logo],
        'If-Match': ['*', STALE_TAG],
        'If-None-Match': ['"never"', 'W/"never"'],
      },
      pathId: target?.id,
    };
    const inPlace = (place: string) =>
      fc.record(
        Object.fromEntries(
          parameters
            .filter(({ name, in: where }) => where === place && name !== 'cursor')
            .map(({ name, schema }) => [name, valid(schema, known, name)]),
        ),
        { requiredKeys: [], noNullPrototype: true },
      );
    const ownAccount = operation.id === 'createAccount' && caller.id !== undefined;
    return fc.record({
      target: fc.constant(target),
      query: inPlace('query').map((values) =>
        Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]),
      ),
      headers: inPlace('header').map((values) =>
        Object.fromEntries(
          Object.entries(values).map(([name, value]) => [name.toLowerCase(), String(value)]),
        ),
      ),
      body: body
        ? fc
            .tuple(valid(body, known) as fc.Arbitrary<Record<string, unknown>>, fc.boolean())
            .map(([value, own]) => (own && ownAccount ? { ...value, id: caller.id } : value))
        : fc.constant(undefined),
    });
  });
}

/** As often as not something that the caller may deal with. */
function targetOf(
  { targets }: BoardUnderTest,
  { path }: Operation,
  { company, id }: Caller,
): fc.Arbitrary<Target | undefined> {
  const [, , folder] = path.split('/');
  if (!path.includes('{id}')) return fc.constant(undefined);
  const fitting = targets.filter(({ kind }) => folder?.startsWith(kind.slice(0, -1)));
  const own = fitting.filter((one) => one.id === id || (company && one.company === company));
  return fc.oneof(
    {
      weight: own.length > 0 ? 1 : 0,
      arbitrary: fc.constantFrom(...(own.length > 0 ? own : fitting)),
    },
    { weight: 1, arbitrary: fc.constantFrom(...fitting) },
  );
}

/** One value in one place, at or beyond what its schema allows. */
type Edge = { place: 'query' | 'header' | 'body'; name: string; value: unknown };

function edgesIn({ parameters, body }: Operation): Edge[] {
  const properties = (body?.properties ?? {}) as Record<string, Parameters<typeof edgesOf>[0]>;
  return [
    ...parameters.flatMap(({ in: place, name, schema }) =>
      place === 'path'
        ? []
        : edgesOf(schema)
            .filter((value) => isSendable(place, String(value)))
            .map((value) => ({ place, name, value })),
    ),
    ...Object.entries(properties).flatMap(([name, schema]) =>
      edgesOf(schema).map((value) => ({ place: 'body' as const, name, value })),
    ),
  ];
}

/** A header holds bytes, and an address whole characters. */
const isSendable = (place: string, value: string) =>
  place === 'header'
    ? /^[\t -~\u0080-\u00ff]{0,8000}$/.test(value)
    : isWellFormed(value) && value.length < 1_500;

function edgeCall(situation: Situation, edges: Edge[]): fc.Arbitrary<Call> {
  return fc
    .record({
      say: sayer(situation),
      input: validInput(situation),
      edge: fc.constantFrom(...(edges.length > 0 ? edges : [undefined])),
    })
    .map(({ say, input: plain, edge }) => {
      const input = edge ? withEdge(plain, edge) : plain;
      return {
        kind: 'edge' as const,
        request: say(input),
        target: input.target,
        body: input.body,
        expected: edge ? expectedAtEdge(situation, input, edge) : [],
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

/** What the document says of the value decides; where it cannot, both answers are right. */
function expectedAtEdge(situation: Situation, input: Input, edge: Edge): number[] {
  const { operation, caller, fits } = situation;
  const refused = roleRefusal(operation, caller);
  if (refused) return [refused];
  const schema =
    edge.place === 'body'
      ? operation.body
      : operation.parameters.find(({ name }) => name === edge.name)?.schema;
  if (!schema) return [];
  const value = edge.place === 'body' ? input.body : asRead(schema, String(edge.value));
  if (fits(schema, value) !== undefined && edge.place !== 'header') return [400];
  const otherwise = expectedStatus({ ...situation, input });
  return isSettled(schema, edge) ? [otherwise] : [otherwise, 400, 403, 412];
}

/** A number in a query is its digits and nothing else. */
function asRead(schema: object, text: string): unknown {
  const isNumber = JSON.stringify(schema).includes('"type":"integer"');
  return isNumber && /^(0|[1-9]\d*)$/.test(text) ? Number(text) : text;
}

/** Whether the schema alone tells what is taken: of hosts, days, what is opaque and headers it does not. */
function isSettled(schema: { properties?: unknown; [word: string]: unknown }, edge: Edge): boolean {
  if (edge.place === 'header') return false;
  const properties = schema.properties as Record<string, unknown> | undefined;
  const of = JSON.stringify(properties ? properties[edge.name] : schema);
  return !/"format"|"x-/.test(of);
}
