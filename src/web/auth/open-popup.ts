import { SIGN_IN_POPUP_HEIGHT as height, SIGN_IN_POPUP_WIDTH as width } from '#shared/limits.ts';

/** The window name that the SDK uses. Opening it again reuses the same window. */
const NAME = 'auth0:authorize:popup';

/** Opens an empty popup in the center of this window. Returns null if the browser blocks it. */
export function openPopup(): Window | null {
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2);
  const popup = window.open(
    '',
    NAME,
    `popup,left=${left},top=${top},width=${width},height=${height}`,
  );
  if (popup) showLoading(popup.document);
  return popup;
}

/** Shows a placeholder until the provider's page has loaded. */
function showLoading({ documentElement, body }: Document): void {
  documentElement.lang = 'en';
  documentElement.style.colorScheme = 'light dark';
  body.ownerDocument.title = 'Log in';
  body.textContent = 'Loading…';
}
