import type { Cluster } from './cluster.ts';
import { detach } from './connect-or-start.ts';
import type { Session } from './session.ts';
import { stopPostmaster } from './stop-postmaster.ts';

/**
 * Leaves through this session, and stops PostgreSQL where nobody else uses it; false where its
 * connection turns out to be lost.
 */
export async function leaveSession(cluster: Cluster, session: Session): Promise<boolean> {
  try {
    // Nobody can attach between these two: the session holds the lock until it is closed.
    const isLast = await detach(session).catch(() => undefined);
    if (isLast) await stopPostmaster(cluster.dataFolder);
    return isLast !== undefined;
  } finally {
    await session.close();
  }
}
