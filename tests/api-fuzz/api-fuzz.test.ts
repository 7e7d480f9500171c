import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenApiDocument } from '#server/http/openapi/document.ts';
import { endpoints } from '#shared/contract/endpoints.ts';
import { type Operation, readOperations } from '../support/api-operations.ts';
import { repetitions, seedOr } from '../support/deep-run.ts';
import { schemaChecks } from '../support/response-schemas.ts';
import { type Call, roleRefusal } from './calls.ts';
import { anyCall, edgeCalls } from './inputs.ts';
import { runCall } from './run-call.ts';
import { type Caller, changesBetween, openTestBoard, type TestBoard } from './test-board.ts';

/** The total number of calls. */
const CALLS = repetitions(800, 20_000);
const SEED = seedOr(20_261_121);

let board: TestBoard;
let document: OpenApiDocument;
let operations: Operation[];

beforeAll(async () => {
  board = await openTestBoard();
  document = board.document as OpenApiDocument;
  operations = readOperations(document);
});
afterAll(() => board.close());

const IDS = Object.values(endpoints).map(({ operationId }) => operationId);

test('the API description lists exactly the tested operations', () => {
  expect(operations.map(({ id }) => id).sort()).toEqual([...IDS].sort());
});

test.each(IDS)(
  '%s matches its description for every caller and input',
  async (id) => {
    const operation = operations.find((one) => one.id === id);
    if (!operation) throw new Error(`${id} is not described`);
    const { callers } = board;
    // Callers with access reach more of the code, so they get more calls.
    const callersWithAccess = callers.filter(
      (caller) => roleRefusal(operation, caller) === undefined,
    );
    const share = (caller: Caller) => (callersWithAccess.includes(caller) ? 5 : 1);
    const shares = callers.reduce((sum, caller) => sum + share(caller), 0);
    const rows = await board.rows();
    const { response: findResponseError, request: findError } = schemaChecks(document);
    const runner = { board, rows, findResponseError, count: 0 };
    const kinds = new Set<Call['kind']>();

    const asCaller = async (caller: Caller) => {
      const numRuns = Math.ceil((CALLS / IDS.length / shares) * share(caller));
      const seed = SEED + IDS.indexOf(id) * 100 + callers.indexOf(caller);
      const situation = { board, operations, operation, caller, findError };
      const turn = { at: callersWithAccess.indexOf(caller), of: callersWithAccess.length };
      // Add calls with edge values, because random choice alone would rarely produce some of them.
      const examples = edgeCalls(situation, {
        seed: SEED,
        turn,
        most: Math.floor(numRuns / 2),
      });
      const property = fc.asyncProperty(anyCall(situation), async (call) => {
        kinds.add(call.kind);
        const violations = await runCall(runner, { operation, caller, call });
        if (violations.length > 0) throw new Error(violations.join('\n'));
      });
      const outcome = await fc.check(property, {
        numRuns,
        seed,
        examples: examples.map((call): [Call] => [call]),
      });
      if (!outcome.failed) return;
      const [call] = outcome.counterexample ?? [];
      const description = fc.stringify(call).replaceAll(/(Bearer \w{3})[\w.-]+/g, '$1…');
      throw new Error(
        `--count ${CALLS} --seed ${SEED}, ${caller.name}: ${outcome.errorInstance}\n${description}`,
      );
    };
    if (operation.method === 'GET') await Promise.all(callers.map(asCaller));
    else for (const caller of callers) await asCaller(caller);

    expect(changesBetween(rows, await board.rows())).toEqual([]);
    expect(runner.count).toBeGreaterThanOrEqual(CALLS / IDS.length);
    expect(kinds.size).toBeGreaterThan(1);
  },
  600_000,
);
