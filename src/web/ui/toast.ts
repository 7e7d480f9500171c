export type Toast = { kind: 'success' | 'error'; message: string };

type Show = (toast: Toast) => void;

const waiting: Toast[] = [];
let show: Show | undefined;
const firstWanted = new Set<() => void>();

/** Says at the top right how something went. Spec: "Messages". */
export function showToast(kind: Toast['kind'], message: string): void {
  if (show) {
    show({ kind, message });
    return;
  }
  waiting.push({ kind, message });
  for (const listener of firstWanted) listener();
}

/** Takes all toasts from now on, and those that have waited. */
export function takeToasts(taker: Show): () => void {
  show = taker;
  for (const toast of waiting.splice(0)) taker(toast);
  return () => {
    show = undefined;
  };
}

/** Hears that there is a toast and nobody to show it. Returns how to stop hearing. */
export function onToastWaiting(listener: () => void): () => void {
  firstWanted.add(listener);
  if (waiting.length > 0) listener();
  return () => firstWanted.delete(listener);
}
