import { lazyComponent } from '#web/data/lazy-component.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

const MailPanel = lazyComponent(async () => (await import('./mail-panel.tsx')).MailPanel);

/** The panel for site admins, which few people load. */
export function LazyMailPanel() {
  return <MailPanel fallback={<Spinner />} />;
}
