import { useEffect, useRef, useState } from 'react';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { loadToaster } from '#web/ui/toast/load-toaster.ts';
import { onToastQueued } from '#web/ui/toast/toast.ts';

const Toaster = lazyComponent(async () => (await loadToaster()).Toaster);

/**
 * The element that shows toasts. The toaster is loaded with the first toast. If that fails, the toaster is loaded with
 * the next toast.
 */
export function ToastRegion() {
  const [attempt, setAttempt] = useState(0);
  const isNeeded = useRef(true);
  useEffect(
    () =>
      onToastQueued(() => {
        if (!isNeeded.current) return;
        isNeeded.current = false;
        setAttempt((previous) => previous + 1);
      }),
    [],
  );
  const onFailure = () => {
    isNeeded.current = true;
  };
  return attempt > 0 && <Toaster key={attempt} onFailure={onFailure} />;
}
