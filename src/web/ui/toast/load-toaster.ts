/** Loads the toaster's chunk. Call it before an action whose failure must show even offline. */
export const loadToaster = () => import('./toaster.tsx');
