import { expect, test } from 'vitest';
import type { PreparedReads } from './prepared-reads.ts';
import { routeReads } from './read-routing.ts';
import type { Replica } from './replica.ts';

const failure = (code: string) => Object.assign(new Error(code), { code });
const UNREACHABLE = 'ECONNREFUSED';
/** The code of `query_canceled`. https://www.postgresql.org/docs/current/errcodes-appendix.html */
const TIMED_OUT = '57014';
const RECOVERY_CONFLICT = '40001';

type Server = 'primary' | 'replica';

/** Returns the servers that a read tries, in order, and the error code if the read fails. */
async function trace(
  failing: { [server in Server]?: string },
  state: { current?: boolean; replaces?: boolean },
) {
  const attempts: string[] = [];
  const from = (server: Server): PreparedReads => {
    const read = async () => {
      attempts.push(server);
      const code = failing[server];
      if (code) throw failure(code);
      return [] as never;
    };
    return { run: read, prepared: read, planned: read };
  };
  const replica: Pick<Replica, 'reads' | 'isCurrent' | 'canReplacePrimary'> = {
    reads: from('replica'),
    isCurrent: () => state.current ?? false,
    canReplacePrimary: () => state.replaces ?? false,
  };
  const reads = routeReads(from('primary'), replica as Replica);
  await reads.planned(async () => []).catch(({ code }) => attempts.push(code));
  return attempts;
}

test.each<[string, Parameters<typeof trace>, string[]]>([
  ['is current', [{}, { current: true }], ['replica']],
  ['lags', [{}, {}], ['primary']],
  ['becomes unreachable', [{ replica: UNREACHABLE }, { current: true }], ['replica', 'primary']],
  [
    'cancels a read that conflicts with replay',
    [{ replica: RECOVERY_CONFLICT }, { current: true }],
    ['replica', 'primary'],
  ],
  ['times out', [{ replica: TIMED_OUT }, { current: true }], ['replica', TIMED_OUT]],
  [
    'can replace a primary that is unreachable',
    [{ primary: UNREACHABLE }, { replaces: true }],
    ['primary', 'replica'],
  ],
  [
    'cannot replace a primary that is unreachable',
    [{ primary: UNREACHABLE }, {}],
    ['primary', UNREACHABLE],
  ],
  [
    'can replace a primary that refuses the query',
    [{ primary: '42P01' }, { replaces: true }],
    ['primary', '42P01'],
  ],
])('a read uses the right server when the replica %s', async (_, scenario, attempts) => {
  expect(await trace(...scenario)).toEqual(attempts);
});
