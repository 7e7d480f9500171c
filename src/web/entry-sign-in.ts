import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  platformAuthenticatorIsAvailable,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';

/**
 * The script of the embedded provider’s pages: it shows the forms for passkeys in browsers that support them. The pages
 * work without it. https://simplewebauthn.dev/docs/packages/browser
 */

type PasskeyRequest = (options: string, useBrowserAutofill: boolean) => Promise<object>;

const REQUESTS: Record<string, PasskeyRequest> = {
  passkey: (options, useBrowserAutofill) =>
    startAuthentication({ optionsJSON: JSON.parse(options), useBrowserAutofill }),
  'add-passkey': (options) => startRegistration({ optionsJSON: JSON.parse(options) }),
};

/** Asks the browser for a passkey, and submits the form with its response. */
async function submitWithPasskey(form: HTMLFormElement, isAutofill = false): Promise<void> {
  const { passkey = '', options = '' } = form.dataset;
  const response = await REQUESTS[passkey]?.(options, isAutofill);
  const field = form.elements.namedItem('response');
  if (!(field instanceof HTMLInputElement)) return;
  field.value = JSON.stringify(response);
  form.submit();
}

function enable(form: HTMLFormElement): void {
  const failure = form.querySelector<HTMLElement>('[role=status]');
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (failure) failure.hidden = true;
    submitWithPasskey(form).catch(() => {
      // The person has cancelled, the time is over, or the device has no passkey. To protect people's privacy, browsers
      // do not report which:
      // https://www.w3.org/TR/webauthn-3/#sctn-assertion-privacy
      if (failure) failure.hidden = false;
    });
  });
}

/**
 * Conditional mediation: the browser lists passkeys in the suggestions of the email field.
 * https://www.w3.org/TR/webauthn-3/#dom-publickeycredential-isconditionalmediationavailable
 */
async function suggestPasskeys(form: HTMLFormElement): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill())) return;
  // This fails when the person clicks the button instead, or leaves the page.
  await submitWithPasskey(form, true).catch(() => {});
}

if (browserSupportsWebAuthn()) {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
    enable(form);
    if (form.dataset.passkey === 'passkey') void suggestPasskeys(form);
  }
  // Tells the server whether this device can hold a passkey, so that the server offers to add a passkey.
  const field = document.querySelector<HTMLInputElement>('input[name=passkeys]');
  if (field) {
    void platformAuthenticatorIsAvailable().then((isAvailable) => {
      field.value = isAvailable ? 'yes' : '';
    });
  }
}
