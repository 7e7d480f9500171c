import type { Database } from '#server/db/client.ts';

/** Thrown by a database at the time at which its process is killed, and at every later call. */
class KilledError extends Error {
  override name = 'KilledError';
}

const METHODS = ['select', 'insert', 'update', 'delete', 'execute', '$count'];

/**
 * A database whose process is killed at a call: this call and all later ones fail, even in transactions. PostgreSQL
 * rolls back uncommitted changes, as when the connection of a killed process ends.
 * @param calls the number of calls before the kill
 */
export function killAfter(db: Database, calls: number): { db: Database; isKilled: () => boolean } {
  let left = calls;
  const wrap = (target: Database): Database =>
    new Proxy(target, {
      get(_, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        if (name === 'transaction') {
          return async (change: (tx: Database) => Promise<unknown>) => {
            if (left <= 0) throw new KilledError('killed');
            return target.transaction(async (tx) => {
              const result = await change(wrap(tx));
              // The process is killed before the commit.
              if (left <= 0) throw new KilledError('killed');
              return result;
            });
          };
        }
        if (!METHODS.includes(String(name))) return value.bind(target);
        return (...parameters: unknown[]) => {
          if (left <= 0) throw new KilledError('killed');
          left -= 1;
          return value.apply(target, parameters);
        };
      },
    });
  return { db: wrap(db), isKilled: () => left <= 0 };
}
