import { useState } from 'react';
import type { ManagedPage, PageVersion } from '#shared/contract/pages.ts';
import { formatMoment } from '#shared/format/moment.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { useAction } from '#web/actions/action-button.tsx';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { ADMIN_ACTIONS } from '#web/messages.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { PLACE_NAMES } from './page-values.ts';

type Props = { page: ManagedPage; onRestored: (page: ManagedPage) => void };

/** The earlier versions of a page, from the audit trail, each of which can be read and restored. */
export function EarlierVersions({ page, onRestored }: Props) {
  const { slug, versions } = page;
  if (versions.length === 0) return null;
  return (
    <section className="mt-12 max-w-160">
      <h2 className="section-title mb-3">Earlier versions</h2>
      <p className="mb-4 text-small">
        The{' '}
        <PageLink href={adminPages.admin('audit', { kind: 'page', q: slug })} className="link">
          audit trail
        </PageLink>{' '}
        keeps every change, and shows what changed.
      </p>
      <ul className="border-t border-line">
        {versions.map((version) => (
          <Version key={version.id} version={version} page={page} onRestored={onRestored} />
        ))}
      </ul>
    </section>
  );
}

function Version({ version, ...props }: Props & { version: PageVersion }) {
  const [isOpen, setIsOpen] = useState(false);
  const { at, by } = version;
  return (
    <li className="border-b border-line wrap-anywhere">
      <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className="min-h-11 cursor-pointer py-3">
          <time dateTime={at}>{formatMoment(at)}</time>
          {by && (
            <>
              , <bdi>{by}</bdi>
            </>
          )}
        </summary>
        {isOpen && <Content version={version} {...props} />}
      </details>
    </li>
  );
}

function Content({ version: { id, at }, page, onRestored }: Props & { version: PageVersion }) {
  const { api } = useSession();
  const params = { id: String(id) };
  const { status, value, retry } = useAsync(params.id, () =>
    api('GET /api/admin/page-versions/:id', { params }),
  );
  const { busy, run } = useAction({
    toasts: ADMIN_ACTIONS.restorePage,
    async act(call) {
      if (!value) return;
      const { title, text, place, position } = value;
      const body = { title, text, place, position };
      const headers = { 'if-match': `"${page.version}"` };
      onRestored(
        await call('PUT /api/admin/pages/:id', { params: { id: page.slug }, body }, headers),
      );
    },
  });
  if (status === 'failed') {
    return <LoadFailed message="The version could not be loaded." retry={retry} />;
  }
  if (!value) return <Spinner />;
  return (
    <div className="pb-4">
      <h3 dir="auto" className="font-semibold">
        {value.title}
      </h3>
      <p className="mb-3 text-muted text-small">{PLACE_NAMES[value.place]}</p>
      <div className="border-l-4 border-line pl-4">
        {value.html ? <RichText html={value.html} /> : <p className="text-muted">No text.</p>}
      </div>
      <Button
        variant="secondary"
        className="mt-4"
        aria-busy={busy}
        aria-label={`Restore this version: ${formatMoment(at)}`}
        onClick={() => void run()}
      >
        Restore this version
      </Button>
    </div>
  );
}
