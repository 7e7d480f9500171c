import { html } from 'ghtml';
import { type PageLook, plainPage } from '#server/http/pages/plain-page.ts';
import type { MailDelay } from '#server/mail/pause.ts';
import { CODE_DIGITS, CODE_MINUTES, EMAIL_LENGTH } from '#shared/limits.ts';

/** The forms of the sign-in pages, by the value of their `action` field. */
type FormAction = 'email' | 'code' | 'resend' | 'passkey' | 'add-passkey' | 'skip';

const action = (name: FormAction) => html`<input type="hidden" name="action" value="${name}">`;

const script = ({ script: src }: SignInLook) => html`<script type="module" src="${src}"></script>`;

/** An error of a field: its text, and the attributes that connect the field to it. */
function fieldError(field: string, text: string | undefined) {
  if (!text) return { attributes: '', message: '' };
  return {
    attributes: `aria-invalid="true" aria-describedby="${field}-error"`,
    message: html`<p id="${field}-error" class="field-error">${text}</p>`,
  };
}

/** The look of the pages of a sign-in. */
export type SignInLook = PageLook & {
  /** The URL path of the script that uses passkeys. Without it, people sign in by a code. */
  script: string;
};

/**
 * A form for a passkey. The page's script asks the browser for a passkey with these options, and submits the response.
 * The form for signing in is hidden until the script has found that the browser supports passkeys.
 */
const passkeyForm = (
  name: 'passkey' | 'add-passkey',
  { options, content }: { options: object; content: string },
) => html`
<form method="post" data-passkey="${name}" data-options="${JSON.stringify(options)}" !${name === 'passkey' ? 'hidden' : ''}>
!${action(name)}
<input type="hidden" name="response">
!${content}
<p role="status" class="field-error" hidden>The browser returned no passkey. Try again, or continue without one.</p>
</form>`;

function emailForm(email: string, error: string | undefined): string {
  const { attributes, message } = fieldError('email', error);
  return html`
<form method="post">
!${action('email')}
<label class="field-label" for="email">Email</label>
<input id="email" name="email" type="email" class="input" required maxlength="${EMAIL_LENGTH}"
  autocomplete="username webauthn" autofocus value="${email}" !${attributes}>
!${message}
<button class="button">Continue</button>
</form>
<p class="plain-hint">We send a code to this address. You need no password.</p>`;
}

type EmailPage = {
  email?: string | undefined;
  /** What is wrong with the address. */
  error?: string | undefined;
  /** Why the person is not signed in. */
  alert?: string | undefined;
  /** Whether the board can send codes. Otherwise the page does not ask for an address. */
  hasCodes: boolean;
  /** The options with which the browser asks for a passkey. */
  passkeyOptions: object;
  /** HTML with other ways to sign in. */
  below: string;
};

/**
 * The first page of a sign-in: asks for a passkey, or for the address to which a code is sent, and links to other
 * providers.
 */
export function emailPage(
  look: SignInLook,
  { email = '', error, alert, hasCodes, passkeyOptions, below }: EmailPage,
): string {
  const content = html`
<h1 class="section-title">Sign in to ${look.site.name}</h1>
!${alert ? html`<p role="alert" class="field-error">${alert}</p>` : ''}
!${hasCodes ? emailForm(email, error) : '<p>This site cannot send codes by email at present.</p>'}
!${passkeyForm('passkey', {
    options: passkeyOptions,
    content: '<button class="button button-secondary">Sign in with a passkey</button>',
  })}
!${below}
!${script(look)}`;
  return plainPage(look, error || alert ? 'Error: Sign in' : 'Sign in', content);
}

/**
 * The second page: asks for the code. It stays open while the mail arrives. The page is the same for every address, so
 * that nobody learns who has an account. While mail is paused or slow, the page says so.
 */
export function codePage(
  look: SignInLook,
  { email, error, delay }: { email: string; error: string | undefined; delay: MailDelay },
): string {
  const { attributes, message } = fieldError('code', error);
  const content = html`
<h1 class="section-title">Enter your code</h1>
!${
    delay === 'paused'
      ? html`<p role="alert" class="field-error">This site has paused its mail. The code to <b>${email}</b> is sent when a site admin resumes it, if that is within ${CODE_MINUTES} minutes.</p>`
      : html`<p>We sent a code to <b>${email}</b>. It is valid for ${CODE_MINUTES} minutes. Keep this window open.</p>!${
          delay === 'slow'
            ? html`<p role="status">Mail is slow at present. The code may take a few minutes.</p>`
            : ''
        }`
  }
<form method="post">
!${action('code')}
<input type="hidden" name="passkeys">
<label class="field-label" for="code">Code</label>
<input id="code" name="code" class="input" required maxlength="${3 * CODE_DIGITS}"
  inputmode="numeric" autocomplete="one-time-code" autofocus !${attributes}>
!${message}
<button class="button">Sign in</button>
</form>
<form method="post">
!${action('resend')}
<button class="button button-secondary">Send a new code</button>
</form>
<p class="plain-hint">No mail? Look into the spam folder, or
<a class="link" href="?step=email">use another address</a>.</p>
!${script(look)}`;
  return plainPage(look, error ? 'Error: Enter your code' : 'Enter your code', content);
}

/** The last page of the first sign-in with a code: offers to add a passkey. The person is already signed in. */
export function passkeyPage(
  look: SignInLook,
  { options, error }: { options: object; error?: string | undefined },
): string {
  const content = html`
<h1 class="section-title">Sign in faster next time</h1>
<p>A passkey replaces the code. You confirm with your fingerprint, your face or the lock of this device.</p>
!${error ? html`<p role="alert" class="field-error">${error}</p>` : ''}
!${passkeyForm('add-passkey', {
    options,
    content: '<button class="button">Add a passkey</button>',
  })}
<form method="post">
!${action('skip')}
<button class="button button-secondary">Not now</button>
</form>
<p class="plain-hint">You can add or remove passkeys in your account at any time.</p>
!${script(look)}`;
  return plainPage(look, error ? 'Error: Add a passkey' : 'Add a passkey', content);
}

/** The page of the setup link that an operator has printed. */
export function setupPage(look: PageLook): string {
  const content = html`
<h1 class="section-title">Set up ${look.site.name}</h1>
<p>The next person who signs in with this browser becomes a site admin. Site admins add companies and change everything on the board.</p>
<form method="post"><button class="button">Continue</button></form>`;
  return plainPage(look, 'Set up', content);
}
