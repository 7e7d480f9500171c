export type Toast = { kind: 'success' | 'error'; message: string };

type Show = (toast: Toast) => void;

/** Toasts that were shown before the toaster was loaded. */
const queue: Toast[] = [];
let show: Show | undefined;
const queueListeners = new Set<() => void>();

/** Shows the result of an action at the top right. Spec: "Messages". */
export function showToast(kind: Toast['kind'], message: string): void {
  if (show) {
    show({ kind, message });
    return;
  }
  queue.push({ kind, message });
  for (const listener of queueListeners) listener();
}

/** Passes all queued and later toasts to `toaster`. Returns a function that detaches it. */
export function attachToaster(toaster: Show): () => void {
  show = toaster;
  for (const toast of queue.splice(0)) toaster(toast);
  return () => {
    show = undefined;
  };
}

/** Calls `listener` when a toast is queued because no toaster is attached. Returns a function that unsubscribes. */
export function onToastQueued(listener: () => void): () => void {
  queueListeners.add(listener);
  if (queue.length > 0) listener();
  return () => queueListeners.delete(listener);
}
