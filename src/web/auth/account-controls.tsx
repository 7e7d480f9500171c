import { ScriptOnce } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { pages } from '#shared/urls/paths.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import type { SessionState } from './session-state.ts';
import { ACCOUNT_KEY, sessionFlag } from './stored-account.ts';
import { useSession, useSessionState } from './use-session.ts';

/** The link's label for an account without a name. Spec: "Pages". */
const NO_NAME = 'Account Settings';

/**
 * The "Log in" button or the account link in the navigation bar. Spec: "Pages".
 *
 * Pages are the same for everyone, so the server renders both. An inline script hides one of them before the first
 * paint, so that nothing changes on hydration. The visible one stays in the document with its focus.
 */
export function AccountControls({ clientId }: { clientId: string }) {
  const state = useSessionState();
  const container = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const isUnknown = state.status === 'unknown';
  const isSignedOut = state.status === 'signed-out';
  useEarlyClick(state.status);

  // If "Log in" had the focus, move it to the account link that replaces the button.
  useLayoutEffect(() => {
    if (isSignedOut || !hadFocus.current) return;
    hadFocus.current = false;
    container.current?.querySelector('a')?.focus();
  }, [isSignedOut]);

  return (
    <div ref={container} className="contents">
      {(isUnknown || isSignedOut) && (
        <LogInButton
          className={`bar-button js-only ${isUnknown ? 'signed-out-only' : ''}`}
          onUnmount={(isFocused) => {
            hadFocus.current = isFocused;
          }}
        />
      )}
      {!isSignedOut && (
        <PageLink
          href={pages.account()}
          className={`bar-link account-link ${isUnknown ? 'signed-in-only' : ''}`}
        >
          {/* Changing the key replaces the element after hydration, because React does not know the text that the
              inline script wrote. */}
          <span key={isUnknown ? 'script' : 'react'} dir="auto" suppressHydrationWarning>
            {nameOf(state) || NO_NAME}
          </span>
        </PageLink>
      )}
      {import.meta.env.SSR && <ScriptOnce>{preHydrationScript(clientId)}</ScriptOnce>}
    </div>
  );
}

/** An inline script that shows the name of the stored account and records a click before hydration. */
function preHydrationScript(clientId: string): string {
  const flag = JSON.stringify(sessionFlag(clientId)).replaceAll('<', '\\u003c');
  return `(({dataset},link)=>{
link.previousElementSibling.addEventListener('click',()=>{dataset.logIn='clicked'},{once:true});
try{if(document.cookie.split('; ').some(c=>c.startsWith(${flag}))){
dataset.session='signed-in';
const {name}=JSON.parse(localStorage.getItem('${ACCOUNT_KEY}'));
if(name&&typeof name==='string')link.firstElementChild.textContent=name}}catch{}
})(document.documentElement,document.currentScript.previousElementSibling)`;
}

/**
 * Opens the popup for a click that happened before hydration. Browsers allow a popup for some seconds after a click,
 * which suffices for most slow pages.
 */
function useEarlyClick(status: SessionState['status']): void {
  const session = useSession();
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || status === 'unknown') return;
    isDone.current = true;
    if (status === 'signed-out' && document.documentElement.dataset.logIn) session.logIn();
  }, [session, status]);
}

type LogInProps = { className: string; onUnmount?: (isFocused: boolean) => void };

function LogInButton({ className, onUnmount }: LogInProps) {
  const session = useSession();
  const button = useRef<HTMLButtonElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: called once, while the button still exists
  useLayoutEffect(
    () => () => onUnmount?.(button.current !== null && button.current === document.activeElement),
    [],
  );

  return (
    <button
      ref={button}
      type="button"
      className={className}
      onPointerEnter={session.prepare}
      onClick={session.logIn}
    >
      Log in
    </button>
  );
}

function nameOf(state: SessionState): string {
  return 'account' in state ? (state.account?.name ?? '') : '';
}
