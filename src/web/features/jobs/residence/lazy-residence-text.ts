import { lazyComponent } from '#web/data/lazy-component.tsx';

/** This component is in a separate chunk, because most visitors have not said where they live. */
export const ResidenceText = lazyComponent(
  async () => (await import('./residence-text.tsx')).ResidenceText,
);
