import { createFileRoute } from '@tanstack/react-router';
import { findAdminPage } from '#shared/domain/admin-pages.ts';
import { RequireRole } from '#web/auth/require-role.tsx';
import { SessionPlaceholder } from '#web/auth/session-placeholder.tsx';
import { lazyComponent } from '#web/data/lazy-component.tsx';
import { NotFound } from '#web/layout/not-found.tsx';

const AdminScreen = lazyComponent(
  async () => (await import('#web/admin/admin-screen.tsx')).AdminScreen,
);

/** All screens of site admins have one route, because the names of all routes are in the first script of every page. */
export const Route = createFileRoute('/admin/$')({
  // The parameters are read here and not in `validateSearch`, which every public page would load.
  component: () => {
    const { _splat = '' } = Route.useParams();
    const { setStatus } = Route.useRouteContext();
    const search = Route.useSearch();
    const page = findAdminPage(_splat);
    if (page === undefined) {
      setStatus(404);
      return <NotFound />;
    }
    return (
      <RequireRole roles={['siteadmin']}>
        {(account) => (
          <AdminScreen
            fallback={<SessionPlaceholder />}
            page={page}
            account={account}
            parameters={search}
          />
        )}
      </RequireRole>
    );
  },
});
