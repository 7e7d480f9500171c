import { SIGN_IN } from '#shared/constants/limits.ts';

/** The SDK's name for its window, so that there is never a second one. */
const NAME = 'auth0:authorize:popup';

/** An empty window in the middle of this one; null where the browser does not allow it. */
export function openPopup(): Window | null {
  const { popupWidth: width, popupHeight: height } = SIGN_IN;
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2);
  const popup = window.open(
    '',
    NAME,
    `popup,left=${left},top=${top},width=${width},height=${height}`,
  );
  if (popup) sayLoading(popup.document);
  return popup;
}

/** Until the provider's page is there. */
function sayLoading({ documentElement, body }: Document): void {
  documentElement.lang = 'en';
  documentElement.style.colorScheme = 'light dark';
  body.ownerDocument.title = 'Log in';
  body.textContent = 'Loading…';
}
