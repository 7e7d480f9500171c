import { type ComponentType, useEffect, useState } from 'react';
import { onToastWaiting } from './toast.ts';

/** Fetched before the first toast is needed, by whoever is about to need one without a connection. */
export const loadToaster = () => import('./toaster.tsx');

/** Where toasts appear; what shows them is fetched with the first. */
export function ToastRegion() {
  const [Toaster, setToaster] = useState<ComponentType>();
  useEffect(
    () =>
      onToastWaiting(() => {
        loadToaster().then((module) => setToaster(() => module.Toaster), reportError);
      }),
    [],
  );
  return Toaster ? <Toaster /> : null;
}
