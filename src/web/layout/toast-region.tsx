import { useEffect, useState } from 'react';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { loadToaster } from '#web/ui/toast/load-toaster.ts';
import { onToastQueued } from '#web/ui/toast/toast.ts';

const Toaster = lazyComponent(async () => (await loadToaster()).Toaster);

/** The element that shows toasts. Its toaster is loaded with the first toast; after a failure, with the next one. */
export function ToastRegion() {
  const [queued, setQueued] = useState(0);
  useEffect(() => onToastQueued(() => setQueued((count) => count + 1)), []);
  return queued > 0 && <Toaster key={queued} />;
}
