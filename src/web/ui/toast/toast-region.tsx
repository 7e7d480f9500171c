import { type ComponentType, useEffect, useState } from 'react';
import { onToastQueued } from './toast.ts';

/** Loads the toaster's chunk. Call it before an action whose failure must show even offline. */
export const loadToaster = () => import('./toaster.tsx');

/** The element that shows toasts. Its toaster is loaded with the first toast. */
export function ToastRegion() {
  const [Toaster, setToaster] = useState<ComponentType>();
  useEffect(
    () =>
      onToastQueued(() => {
        loadToaster().then((module) => setToaster(() => module.Toaster), reportError);
      }),
    [],
  );
  return Toaster ? <Toaster /> : null;
}
