import { Button } from '#web/ui/button.tsx';
import { prepareToasts, showToast } from '#web/ui/toast/toast.ts';

/**
 * Shares the URL of the page with the system's share sheet. If there is none, copies the URL to the clipboard.
 * https://www.w3.org/TR/web-share/
 */
export function ShareButton({ title }: { title: string }) {
  return (
    <Button
      variant="secondary"
      className="js-only"
      onPointerEnter={prepareToasts}
      onFocus={prepareToasts}
      onClick={() => void share(title)}
    >
      Share
    </Button>
  );
}

async function share(title: string): Promise<void> {
  const { origin, pathname } = window.location;
  const url = `${origin}${pathname}`;
  if (navigator.share) {
    try {
      await navigator.share({ title, url });
      return;
    } catch (error) {
      // The person has cancelled.
      if (error instanceof Error && error.name === 'AbortError') return;
    }
  }
  await copy(url, 'Link copied', "Couldn't copy the link. Copy it from the address bar.");
}

/** A button that copies an email address, for people who write their mails in a browser. */
export function CopyAddress({ address }: { address: string }) {
  return (
    <Button
      variant="secondary"
      className="js-only"
      onPointerEnter={prepareToasts}
      onFocus={prepareToasts}
      onClick={() => void copy(address, 'Address copied', "Couldn't copy the address.")}
    >
      Copy address
    </Button>
  );
}

async function copy(text: string, success: string, failure: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast('success', success);
  } catch {
    // The clipboard is unavailable without https, and without permission.
    showToast('error', failure);
  }
}
