import { useRouter } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import type { Session } from './session.ts';
import { type SessionState, UNKNOWN } from './session-state.ts';

export function useSession(): Session {
  return useRouter().options.context.session;
}

/**
 * Returns the state of the session. During server rendering, it is unknown, because public pages are the same for
 * everyone.
 */
export function useSessionState(): SessionState {
  const { subscribe, getState } = useSession();
  return useSyncExternalStore(subscribe, getState, () => UNKNOWN);
}

/**
 * Returns the account of the signed-in person; undefined if nobody is signed in, or this is not known yet. Unlike with
 * `useSessionState`, a component is not rendered again when it turns out that nobody is signed in.
 */
export function useAccount(): Account | undefined {
  const { subscribe, getState } = useSession();
  return useSyncExternalStore(
    subscribe,
    () => accountOf(getState()),
    () => undefined,
  );
}

function accountOf(state: SessionState): Account | undefined {
  return state.status === 'signed-in' ? state.account : undefined;
}
