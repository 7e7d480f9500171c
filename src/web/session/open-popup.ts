import { SIGN_IN } from '#shared/constants/limits.ts';

/** The SDK's name for its window, so that there is never a second one. */
const NAME = 'auth0:authorize:popup';

/** An empty window in the middle of this one; null where the browser does not allow it. */
export function openPopup(): Window | null {
  const { popupWidth: width, popupHeight: height } = SIGN_IN;
  const left = Math.round(window.screenX + (window.outerWidth - width) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - height) / 2);
  return window.open('', NAME, `popup,left=${left},top=${top},width=${width},height=${height}`);
}
