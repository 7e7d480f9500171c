import { databaseCode, isDatabaseUnreachable } from './database-errors.ts';
import type { PreparedReads } from './prepared-reads.ts';
import type { Replica } from './replica.ts';

/**
 * PostgreSQL's code for a statement that timed out (`query_canceled`). It would also time out on the other server, so
 * it is not repeated there. https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const TIMED_OUT = '57014';

/**
 * Routes each read to the replica if the replica has all changes. Otherwise, or if the replica fails, the read uses the
 * primary.
 */
export function routeReads(primary: PreparedReads, replica: Replica | undefined): PreparedReads {
  if (!replica) return primary;

  async function read<Result>(from: (reads: PreparedReads) => Promise<Result>): Promise<Result> {
    if (replica?.isCurrent()) {
      try {
        return await from(replica.reads);
      } catch (error) {
        // PostgreSQL also uses this code if a query on the replica conflicts with the replay of changes:
        // https://www.postgresql.org/docs/current/hot-standby.html#HOT-STANDBY-CONFLICT
        const isDatabaseError = databaseCode(error) !== '' || isDatabaseUnreachable(error);
        if (!isDatabaseError || databaseCode(error) === TIMED_OUT) throw error;
      }
    }
    try {
      return await from(primary);
    } catch (error) {
      if (!replica?.canReplacePrimary() || !isDatabaseUnreachable(error)) throw error;
      return from(replica.reads);
    }
  }

  return {
    run: (name, statement) => read((reads) => reads.run(name, statement)),
    prepared: (query) => read((reads) => reads.prepared(query)),
    planned: (query) => read((reads) => reads.planned(query)),
  };
}
