import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenApiDocument } from '#server/http/openapi/document.ts';
import { endpoints } from '#shared/contract/endpoints.ts';
import { type Operation, readOperations } from '../support/api-operations.ts';
import { schemaChecks } from '../support/response-schemas.ts';
import { type Call, roleRefusal } from './calls.ts';
import { anyCall, edgeCalls } from './inputs.ts';
import { drive } from './run-call.ts';
import {
  type BoardUnderTest,
  type Caller,
  changesBetween,
  openBoardUnderTest,
} from './test-board.ts';

/** How many calls in all; the long form says more. */
const CALLS = Number(process.env.API_CALLS ?? 600);
/** The same calls in every run, unless it is said. */
const SEED = Number(process.env.API_SEED ?? 20_261_121);

let board: BoardUnderTest;
let document: OpenApiDocument;
let operations: Operation[];

beforeAll(async () => {
  board = await openBoardUnderTest();
  document = board.document as OpenApiDocument;
  operations = readOperations(document);
});
afterAll(() => board.close());

const IDS = Object.values(endpoints).map(({ operationId }) => operationId);

test('the document describes as many operations as are called here', () => {
  expect(operations.map(({ id }) => id).sort()).toEqual([...IDS].sort());
});

test.each(IDS)(
  '%s keeps to its description, whoever calls and whatever is sent',
  async (id) => {
    const operation = operations.find((one) => one.id === id);
    if (!operation) throw new Error(`${id} is not described`);
    const { callers } = board;
    // Whoever may call gets to more that can go wrong.
    const admitted = callers.filter((caller) => roleRefusal(operation, caller) === undefined);
    const share = (caller: Caller) => (admitted.includes(caller) ? 5 : 1);
    const shares = callers.reduce((sum, caller) => sum + share(caller), 0);
    const rows = await board.rows();
    const { reply: replyFits, request: fits } = schemaChecks(document);
    const driver = { board, rows, replyFits, count: 0 };
    const kinds = new Set<Call['kind']>();

    const asCaller = async (caller: Caller) => {
      const numRuns = Math.ceil((CALLS / IDS.length / shares) * share(caller));
      const seed = SEED + IDS.indexOf(id) * 100 + callers.indexOf(caller);
      const situation = { board, operations, operation, caller, fits };
      const turn = { at: admitted.indexOf(caller), of: admitted.length };
      // By chance alone, some edge would seldom be come to.
      const examples = edgeCalls(situation, {
        seed: SEED,
        turn,
        most: Math.floor(numRuns / 2),
      });
      const property = fc.asyncProperty(anyCall(situation), async (call) => {
        kinds.add(call.kind);
        const faults = await drive(driver, { operation, caller, call });
        if (faults.length > 0) throw new Error(faults.join('\n'));
      });
      const outcome = await fc.check(property, {
        numRuns,
        seed,
        examples: examples.map((call): [Call] => [call]),
      });
      if (!outcome.failed) return;
      const [call] = outcome.counterexample ?? [];
      const written = fc.stringify(call).replaceAll(/(Bearer \w{3})[\w.-]+/g, '$1…');
      throw new Error(
        `API_CALLS=${CALLS} API_SEED=${SEED}, ${caller.name}: ${outcome.errorInstance}\n${written}`,
      );
    };
    if (operation.method === 'GET') await Promise.all(callers.map(asCaller));
    else for (const caller of callers) await asCaller(caller);

    expect(changesBetween(rows, await board.rows())).toEqual([]);
    expect(driver.count).toBeGreaterThanOrEqual(CALLS / IDS.length);
    expect(kinds.size).toBeGreaterThan(1);
  },
  600_000,
);
