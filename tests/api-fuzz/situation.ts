import type { Operation } from '../support/api-operations.ts';
import type { Fits } from '../support/response-schemas.ts';
import type { BoardUnderTest, Caller } from './test-board.ts';

/** What a generated call depends on. */
export type Situation = {
  board: BoardUnderTest;
  /** All operations of the API. */
  operations: Operation[];
  operation: Operation;
  caller: Caller;
  /** Checks a value against its schema in the API's description. */
  fits: Fits;
};
