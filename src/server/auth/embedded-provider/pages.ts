import { html } from 'ghtml';
import { type PageLook, plainPage } from '#server/http/pages/plain-page.ts';
import { DEMO_PEOPLE, signInEmail } from './people.ts';

/**
 * The page of the demo sign-in. It accepts any email address and asks for no proof.
 * @param options.email the suggested address, or the invalid input of the last attempt
 */
export function demoSignInPage(
  look: PageLook,
  { email = '', isRejected: failed = false }: { email?: string; isRejected?: boolean } = {},
): string {
  const content = html`
<h1 class="section-title">Sign in to ${look.site.name}</h1>
<form method="post">
<label class="field-label" for="email">Email</label>
<input id="email" name="email" type="email" class="input" required maxlength="${signInEmail.maxLength}"
  autocomplete="email" autofocus value="${email}"
  !${failed ? 'aria-invalid="true" aria-describedby="email-error"' : ''}>
!${failed ? '<p id="email-error" class="field-error">Enter an email address, such as name@example.com.</p>' : ''}
<button class="button">Continue</button>
</form>
<form method="post" aria-labelledby="demo-people">
<h2 id="demo-people" class="field-label">Or sign in as a demo user</h2>
!${DEMO_PEOPLE.map(
    ({ email, name }) =>
      html`<button name="email" value="${email}" class="button button-secondary">${name}<small>${email}</small></button>`,
  )}
</form>
<p class="plain-hint">This is a demo sign-in: it accepts any email address without a password.</p>`;
  return plainPage(look, failed ? 'Error: Sign in' : 'Sign in', content);
}

/**
 * The sign-out page. `script` submits the provider's `form`. If there is no script, or the browser does not run it, the
 * user submits the form with a button.
 */
export function signOutPage(look: PageLook, form: string, script?: string): string {
  const confirmation = '<input type="hidden" name="logout" value="yes">';
  const button = '<button class="button">Log out</button>';
  const submit = script ? `<noscript>${button}</noscript>` : button;
  const heading = script ? 'Logging out' : 'Log out?';
  const content = html`
<h1 class="section-title">${heading}</h1>
!${form.replace('</form>', `${confirmation}${submit}</form>`)}
!${script ? `<script>${script}</script>` : ''}`;
  return plainPage(look, heading, content);
}

/** The last page of a sign-in in a popup. `scripts` report the end of the sign-in, and usually close the popup. */
export function finishedPage(look: PageLook, scripts: string): string {
  const content = html`
<h1 class="section-title">You are signed in</h1>
<p>Close this window, and continue where you were.</p>
!${scripts}`;
  return plainPage(look, 'Signed in', content);
}

export function errorPage(look: PageLook, home: string, reason: string): string {
  const content = html`
<h1 class="section-title">Sign-in failed</h1>
<p>${reason[0]?.toUpperCase()}${reason.slice(1)}.</p>
<p><a href="${home}" class="link">Back to ${look.site.name}</a></p>`;
  return plainPage(look, 'Sign-in failed', content);
}
