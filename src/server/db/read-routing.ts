import type { PreparedReads } from './prepared-reads.ts';
import type { Replica } from './replica.ts';
import { databaseCode, isDatabaseUnreachable } from './unreachable.ts';

/** A statement that took too long, which it would do again. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const TOO_LONG = '57014';

/** Reads from the replica while that has all that is known of, and from the primary else or where it fails. */
export function routeReads(primary: PreparedReads, replica: Replica | undefined): PreparedReads {
  if (!replica) return primary;

  async function read<Result>(from: (reads: PreparedReads) => Promise<Result>): Promise<Result> {
    if (replica?.isCurrent()) {
      try {
        return await from(replica.reads);
      } catch (error) {
        // A query may also be in the way of what is replayed, and is then ended:
        // https://www.postgresql.org/docs/current/hot-standby.html#HOT-STANDBY-CONFLICT
        const isFailed = databaseCode(error) !== '' || isDatabaseUnreachable(error);
        if (!isFailed || databaseCode(error) === TOO_LONG) throw error;
      }
    }
    try {
      return await from(primary);
    } catch (error) {
      if (!replica?.isGoodAlone() || !isDatabaseUnreachable(error)) throw error;
      return from(replica.reads);
    }
  }

  return {
    run: (name, statement) => read((reads) => reads.run(name, statement)),
    prepared: (question) => read((reads) => reads.prepared(question)),
    planned: (question) => read((reads) => reads.planned(question)),
  };
}
