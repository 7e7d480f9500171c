const loadToaster = () => import('./toaster.tsx');

/** Shows the result of an action at the top right. Spec: "Messages". The first toast loads the toaster. */
export function showToast(kind: 'success' | 'error', message: string): void {
  loadToaster().then(
    ({ show }) => show(kind, message),
    // biome-ignore lint/suspicious/noConsole: the browser's console is the log
    (error: unknown) => console.error(message, error),
  );
}

/** Shows a message with a button at the top right. */
export async function showAction(
  message: string,
  action: { label: string; onClick: () => void },
): Promise<void> {
  (await loadToaster()).showAction(message, action);
}

/** Loads the toaster before it is needed, so that it can show the result even if the browser is offline by then. */
export function prepareToasts(): void {
  // A failure shows with the toast, which tries again.
  loadToaster().catch(() => {});
}
