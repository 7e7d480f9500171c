import { createFileRoute } from '@tanstack/react-router';
import { SignedInSearches } from '#web/features/alerts/saved-searches.tsx';
import { SavedScreen } from '#web/features/jobs/marks/saved-screen.tsx';

/** What the visitor keeps for themselves. The page is the same for everyone; the browser adds what is personal. */
export const Route = createFileRoute('/saved')({
  component: () => {
    const { tab, search }: { tab?: string; search?: string } = Route.useSearch();
    return (
      <section className="page-width page-space">
        <SavedScreen tab={tab} searches={<SignedInSearches offered={search} />} />
        <noscript>
          <p>This page needs JavaScript, because what you save stays in your browser.</p>
        </noscript>
      </section>
    );
  },
});
