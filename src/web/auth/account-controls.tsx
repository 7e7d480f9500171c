import { ScriptOnce } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { pages } from '#shared/urls/paths.ts';
import { PageLink } from '#web/ui/page-link.tsx';
import type { SessionState } from './session.ts';
import { ACCOUNT_KEY, sessionFlag } from './stored-account.ts';
import { useSession, useSessionState } from './use-session.ts';

/** The link's label for an account without a name. Spec: "Pages". */
const NO_NAME = 'Account Settings';

/**
 * The "Log in" button or the account link in the navigation bar. Spec: "Pages".
 *
 * The server renders both, because pages are the same for everyone. An inline script hides one before the first paint,
 * so that nothing changes on hydration. The visible element remains and keeps its focus.
 */
export function AccountControls({ clientId }: { clientId: string }) {
  const state = useSessionState();
  const container = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const isUnknown = state.status === 'unknown';
  const isSignedOut = state.status === 'signed-out';
  useEarlyClick(state.status);

  // After a login by keyboard, focus moves to the link that replaces "Log in".
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
          {/* The key replaces the element after hydration: React does not know the text that the script wrote. */}
          <span key={isUnknown ? 'script' : 'react'} dir="auto" suppressHydrationWarning>
            {nameOf(state) || NO_NAME}
          </span>
        </PageLink>
      )}
      {isUnknown && <ScriptOnce>{preHydrationScript(clientId)}</ScriptOnce>}
    </div>
  );
}

/** An inline script that shows the stored account's name, and records a click that happens before hydration. */
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
 * which is long enough for most slow pages.
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
