import { expect, test } from 'vitest';
import type { PreparedReads } from './prepared-reads.ts';
import { routeReads } from './read-routing.ts';
import type { Replica } from './replica.ts';

const failure = (code: string) => Object.assign(new Error(code), { code });
const GONE = 'ECONNREFUSED';
/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const TOO_LONG = '57014';
const IN_THE_WAY = '40001';

type Place = 'primary' | 'replica';

/** Who was asked, in turn, and what came of it. */
async function askWhere(
  failing: { [place in Place]?: string },
  state: { current?: boolean; goodAlone?: boolean },
) {
  const asked: string[] = [];
  const from = (place: Place): PreparedReads => {
    const read = async () => {
      asked.push(place);
      const code = failing[place];
      if (code) throw failure(code);
      return [] as never;
    };
    return { run: read, prepared: read, planned: read };
  };
  const replica: Pick<Replica, 'reads' | 'isCurrent' | 'isGoodAlone'> = {
    reads: from('replica'),
    isCurrent: () => state.current ?? false,
    isGoodAlone: () => state.goodAlone ?? false,
  };
  const reads = routeReads(from('primary'), replica as Replica);
  await reads.planned(async () => []).catch(({ code }) => asked.push(code));
  return asked;
}

test.each<[string, Parameters<typeof askWhere>, string[]]>([
  ['is current', [{}, { current: true }], ['replica']],
  ['is behind', [{}, {}], ['primary']],
  ['goes away', [{ replica: GONE }, { current: true }], ['replica', 'primary']],
  [
    'replays what a read is in the way of',
    [{ replica: IN_THE_WAY }, { current: true }],
    ['replica', 'primary'],
  ],
  ['takes too long', [{ replica: TOO_LONG }, { current: true }], ['replica', TOO_LONG]],
  [
    'is good alone, and the primary is gone',
    [{ primary: GONE }, { goodAlone: true }],
    ['primary', 'replica'],
  ],
  ['is not, and the primary is gone', [{ primary: GONE }, {}], ['primary', GONE]],
  [
    'is good alone, and the primary refuses',
    [{ primary: '42P01' }, { goodAlone: true }],
    ['primary', '42P01'],
  ],
])('where the replica %s', async (_, given, asked) => {
  expect(await askWhere(...given)).toEqual(asked);
});
