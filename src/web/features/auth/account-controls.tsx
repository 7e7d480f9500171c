import { ScriptOnce } from '@tanstack/react-router';
import { pages } from '#shared/paths.ts';
import { ACCOUNT_KEY, sessionFlag } from '#web/session/known-account.ts';
import type { SessionState } from '#web/session/session.ts';
import { useSession, useSessionState } from '#web/session/use-session.ts';
import { PageLink } from '#web/ui/page-link.tsx';

const NO_NAME = 'Account Settings';

/** In the bar: "Log in", or the way to one's account. Spec section 2. */
export function AccountControls({ clientId }: { clientId: string }) {
  const state = useSessionState();
  if (state.status === 'unknown') return <Undecided clientId={clientId} />;
  if (state.status === 'signed-out') return <LogInButton className="bar-button needs-script" />;
  return <AccountLink className="bar-link account-link" name={nameOf(state)} />;
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
      <ScriptOnce>{showKnown(clientId)}</ScriptOnce>
    </>
  );
}

function showKnown(clientId: string): string {
  const flag = JSON.stringify(sessionFlag(clientId)).replaceAll('<', '\\u003c');
  return `try{if(document.cookie.split('; ').some(c=>c.startsWith(${flag}))){
document.documentElement.dataset.session='known';
const {name}=JSON.parse(localStorage.getItem('${ACCOUNT_KEY}'));
if(name)document.currentScript.previousElementSibling.firstElementChild.textContent=name}}catch{}`;
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

function nameOf(state: SessionState): string {
  return 'account' in state ? (state.account?.name ?? '') : '';
}
