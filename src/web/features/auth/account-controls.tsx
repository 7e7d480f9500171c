import { ScriptOnce } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { pages } from '#shared/paths.ts';
import { ACCOUNT_KEY, sessionFlag } from '#web/session/known-account.ts';
import type { SessionState } from '#web/session/session.ts';
import { useSession, useSessionState } from '#web/session/use-session.ts';
import { PageLink } from '#web/ui/page-link.tsx';

/** The link's label where no name is known. Spec: "Pages". */
const NO_NAME = 'Account Settings';

/**
 * In the bar: "Log in", or the way to one's account. Spec: "Pages".
 *
 * The page comes from the server for everyone alike, with both. Before anything is painted a script
 * shows the one that fits, so that nothing changes once the application runs. What then stays is the
 * same element, and keeps the focus where it has it.
 */
export function AccountControls({ clientId }: { clientId: string }) {
  const state = useSessionState();
  const place = useRef<HTMLDivElement>(null);
  const focusTaken = useRef(false);
  const undecided = state.status === 'unknown';
  const signedOut = state.status === 'signed-out';
  useEarlyLogIn(state.status);

  // After a login by keyboard, focus moves to the link that replaces "Log in".
  useLayoutEffect(() => {
    if (signedOut || !focusTaken.current) return;
    focusTaken.current = false;
    place.current?.querySelector('a')?.focus();
  }, [signedOut]);

  return (
    <div ref={place} className="contents">
      {(undecided || signedOut) && (
        <LogInButton
          className={`bar-button needs-script ${undecided ? 'unless-known' : ''}`}
          onTakenAway={(hadFocus) => {
            focusTaken.current = hadFocus;
          }}
        />
      )}
      {!signedOut && (
        <PageLink
          href={pages.account()}
          className={`bar-link account-link ${undecided ? 'if-known' : ''}`}
        >
          {/* A new one once the application runs, which does not know what the script has written. */}
          <span key={undecided ? 'known' : 'told'} dir="auto" suppressHydrationWarning>
            {nameOf(state) || NO_NAME}
          </span>
        </PageLink>
      )}
      {undecided && <ScriptOnce>{beforePaint(clientId)}</ScriptOnce>}
    </div>
  );
}

/** Shows the name of who is known here, and remembers a click that comes before the application. */
function beforePaint(clientId: string): string {
  const flag = JSON.stringify(sessionFlag(clientId)).replaceAll('<', '\\u003c');
  return `(({dataset},link)=>{
link.previousElementSibling.addEventListener('click',()=>{dataset.logIn='wanted'},{once:true});
try{if(document.cookie.split('; ').some(c=>c.startsWith(${flag}))){
dataset.session='known';
const {name}=JSON.parse(localStorage.getItem('${ACCOUNT_KEY}'));
if(name&&typeof name==='string')link.firstElementChild.textContent=name}}catch{}
})(document.documentElement,document.currentScript.previousElementSibling)`;
}

/**
 * Opens the popup for a click that came before the application. A browser lets a click open a window
 * for some seconds: enough for most late applications.
 */
function useEarlyLogIn(status: SessionState['status']): void {
  const session = useSession();
  const looked = useRef(false);
  useEffect(() => {
    if (looked.current || status === 'unknown') return;
    looked.current = true;
    if (status === 'signed-out' && document.documentElement.dataset.logIn) session.logIn();
  }, [session, status]);
}

type LogInProps = { className: string; onTakenAway?: (hadFocus: boolean) => void };

function LogInButton({ className, onTakenAway }: LogInProps) {
  const session = useSession();
  const button = useRef<HTMLButtonElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, while the button is still there
  useLayoutEffect(
    () => () => onTakenAway?.(button.current !== null && button.current === document.activeElement),
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
