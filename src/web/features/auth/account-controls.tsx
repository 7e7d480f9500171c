import { ScriptOnce } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { pages } from '#shared/paths.ts';
import { ACCOUNT_KEY, sessionFlag } from '#web/session/known-account.ts';
import { useSession, useSessionState } from '#web/session/use-session.ts';
import { PageLink } from '#web/ui/page-link.tsx';

/** The link's label where no name is known. Spec section 2. */
const NO_NAME = 'Account Settings';

/** In the bar: "Log in", or the way to one's account. Spec section 2. */
export function AccountControls({ clientId }: { clientId: string }) {
  const state = useSessionState();
  useEarlyLogIn();
  const place = useKeptFocus<HTMLSpanElement>(state.status);
  return (
    <span ref={place} className="contents">
      {state.status === 'unknown' && <Undecided clientId={clientId} />}
      {state.status === 'signed-out' && <LogInButton className="bar-button needs-script" />}
      {'account' in state && (
        <AccountLink className="bar-link account-link" name={state.account?.name ?? ''} />
      )}
    </span>
  );
}

/**
 * The page comes from the server for everyone alike, with both. Before anything is painted a script
 * shows the one that fits, so that nothing changes once the application runs.
 */
function Undecided({ clientId }: { clientId: string }) {
  return (
    <>
      <LogInButton className="bar-button needs-script unless-known" />
      <AccountLink className="bar-link account-link if-known" name="" />
      <ScriptOnce>{beforePaint(clientId)}</ScriptOnce>
    </>
  );
}

/** Shows the name of who is known here, and remembers a click that comes before the application. */
function beforePaint(clientId: string): string {
  const flag = JSON.stringify(sessionFlag(clientId)).replaceAll('<', '\\u003c');
  return `(({dataset},link)=>{
link.previousElementSibling.addEventListener('click',()=>{dataset.logIn='wanted'});
try{if(document.cookie.split('; ').some(c=>c.startsWith(${flag}))){
dataset.session='known';
const {name}=JSON.parse(localStorage.getItem('${ACCOUNT_KEY}'));
if(name)link.firstElementChild.textContent=name}}catch{}
})(document.documentElement,document.currentScript.previousElementSibling)`;
}

/** A browser lets a click open a window for some seconds: enough for most late applications. */
function useEarlyLogIn(): void {
  const session = useSession();
  useEffect(() => {
    const { dataset } = document.documentElement;
    if (dataset.logIn !== 'wanted') return;
    delete dataset.logIn;
    if (session.getState().status === 'signed-out') session.logIn();
  }, [session]);
}

/** Who signs in by keyboard goes on from the same place, though the button has become a link. */
function useKeptFocus<Place extends HTMLElement>(status: string) {
  const place = useRef<Place>(null);
  const before = useRef(status);
  useEffect(() => {
    const arrived = before.current === 'signed-out' && status === 'signed-in';
    before.current = status;
    if (arrived && document.activeElement === document.body) {
      place.current?.querySelector('a')?.focus({ preventScroll: true });
    }
  }, [status]);
  return place;
}

function LogInButton({ className }: { className: string }) {
  const session = useSession();
  return (
    <button
      type="button"
      className={className}
      onPointerEnter={session.prepare}
      onFocus={session.prepare}
      onClick={session.logIn}
    >
      Log in
    </button>
  );
}

function AccountLink({ className, name }: { className: string; name: string }) {
  return (
    <PageLink href={pages.account()} className={className}>
      <span dir="auto" suppressHydrationWarning>
        {name || NO_NAME}
      </span>
    </PageLink>
  );
}
