import { useSessionState } from '#web/auth/use-session.ts';
import { lazyComponent } from '#web/data/lazy-component.tsx';

const SignedInLinks = lazyComponent(
  async () => (await import('./signed-in-links.tsx')).SignedInLinks,
);

type Props = { place: 'bar' | 'drawer'; onNavigate?: () => void };

/** The links for signed-in people in the bar and the drawer. Visitors do not load their code. */
export function AccountLinks(props: Props) {
  const state = useSessionState();
  return 'account' in state && <SignedInLinks account={state.account} {...props} />;
}
