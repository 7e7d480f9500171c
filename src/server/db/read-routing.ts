import { databaseCode, isDatabaseUnreachable } from './database-errors.ts';
import type { PreparedReads } from './prepared-reads.ts';
import type { Replica } from './replica.ts';

/**
 * The code of `query_canceled`. The statement timed out, and would also time out on the other server.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const TIMED_OUT = '57014';

/** Routes each read to the replica if the replica is current. Otherwise, or if the replica fails, uses the primary. */
export function routeReads(primary: PreparedReads, replica: Replica | undefined): PreparedReads {
  if (!replica) return primary;

  async function read<Result>(from: (reads: PreparedReads) => Promise<Result>): Promise<Result> {
    if (replica?.isCurrent()) {
      try {
        return await from(replica.reads);
      } catch (error) {
        // PostgreSQL also cancels a query that conflicts with the replay of changes:
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
