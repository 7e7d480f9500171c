import { useRouteContext } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import type { Session } from './session.ts';
import { type SessionState, UNKNOWN } from './session-state.ts';

export function useSession(): Session {
  return useRouteContext({ from: '__root__', select: ({ session }) => session });
}

/**
 * Returns the state of the session. During server rendering, it is unknown, because public pages are the same for
 * everyone.
 */
export function useSessionState(): SessionState {
  const { subscribe, getState } = useSession();
  return useSyncExternalStore(subscribe, getState, () => UNKNOWN);
}

/** Returns the account of the signed-in person; undefined if nobody is signed in, or this is not known yet. */
export function useAccount(): Account | undefined {
  const state = useSessionState();
  return state.status === 'signed-in' ? state.account : undefined;
}
