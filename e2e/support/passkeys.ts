import type { CDPSession, Page } from '@playwright/test';

type Credential = { credentialId: string; userHandle?: string };

/** A device of a person, whose passkeys can be used in several windows. */
export type Passkeys = {
  /** Connects the device to a window. */
  use: (page: Page) => Promise<void>;
  /** Makes the device confirm the last window's request during an action, as with a fingerprint. */
  confirm: (action: () => Promise<void>) => Promise<void>;
};

/** Marks a page that suggests passkeys; runs in the page. */
function markSuggestions(): void {
  const { credentials } = navigator;
  const get = credentials.get.bind(credentials);
  credentials.get = (options) => {
    if (options?.mediation === 'conditional') Object.assign(window, { suggestsPasskeys: true });
    return get(options);
  };
}

/**
 * Waits until a page that was opened after `use` suggests passkeys. A device that confirms earlier would accept the
 * suggestion, and sign the person in before the action.
 */
export async function waitForSuggestions(page: Page): Promise<void> {
  await page.waitForFunction(() => Reflect.get(window, 'suggestsPasskeys'));
}

/**
 * A virtual authenticator, which Chromium offers for tests. Each window has its own, so the passkeys move from the last
 * window to the next. https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/
 */
export function virtualPasskeys(): Passkeys {
  const credentials = new Map<string, Credential>();
  let setPresence = async (_enabled: boolean): Promise<void> => {};

  /** Keeps a copy of each new or used passkey. */
  function follow(session: CDPSession): void {
    const keep = ({ credential }: { credential: Credential }) =>
      // A new passkey of a person replaces the old one.
      credentials.set(credential.userHandle ?? credential.credentialId, credential);
    session.on('WebAuthn.credentialAdded', keep);
    session.on('WebAuthn.credentialAsserted', keep);
  }

  return {
    async use(page) {
      await page.addInitScript(markSuggestions);
      const session = await page.context().newCDPSession(page);
      follow(session);
      await session.send('WebAuthn.enable');
      const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          // With automatic presence, the device would confirm as soon as a page opens that suggests passkeys.
          automaticPresenceSimulation: false,
        },
      });
      for (const credential of credentials.values()) {
        await session.send('WebAuthn.addCredential', { authenticatorId, credential } as never);
      }
      setPresence = async (enabled) => {
        const presence = { authenticatorId, enabled };
        // The window may have closed after the action.
        if (!page.isClosed())
          await session.send('WebAuthn.setAutomaticPresenceSimulation', presence);
      };
    },
    async confirm(action) {
      await setPresence(true);
      await action();
      await setPresence(false);
    },
  };
}
