import type { Operation } from '../support/api-operations.ts';
import type { SchemaCheck } from '../support/response-schemas.ts';
import type { Caller, TestBoard } from './test-board.ts';

/** The context of a generated call. */
export type Situation = {
  board: TestBoard;
  /** All operations of the API. */
  operations: Operation[];
  operation: Operation;
  caller: Caller;
  /** Checks a value against its schema in the API description. */
  findError: SchemaCheck;
};
