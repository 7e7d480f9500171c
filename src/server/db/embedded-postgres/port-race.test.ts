import { createServer } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { freePort as portOfTests } from '#tests/support/process.ts';
import { freePort } from './free-port.ts';
import {
  afterwards,
  cleanUpAfterEach,
  open,
  preparedDataDir,
  query,
  SLOW,
} from './testing/harness.ts';

vi.mock(import('./free-port.ts'), { spy: true });

cleanUpAfterEach();

describe('the port', SLOW, () => {
  test('is chosen again if another program took it meanwhile', async () => {
    const rival = createServer();
    const taken = await new Promise<number>((resolve) => {
      rival.listen(0, '127.0.0.1', () => {
        const address = rival.address();
        if (address && typeof address === 'object') resolve(address.port);
      });
    });
    afterwards(() => new Promise((resolve) => rival.close(resolve)));
    // The second port is outside the range that the system assigns, so that no other program takes it.
    vi.mocked(freePort)
      .mockResolvedValueOnce(taken)
      .mockResolvedValueOnce(await portOfTests());

    const postgres = await open(await preparedDataDir(), 'command');
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(new URL(postgres.connectionString).port).not.toBe(String(taken));
    expect(freePort).toHaveBeenCalledTimes(2);
  });
});
