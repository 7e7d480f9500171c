import type { LinkedPage } from '#shared/contract/pages.ts';
import { textPage } from '#shared/urls/paths.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { CalendarDate } from '#web/ui/calendar-date.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { pageScreens } from './page-addresses.ts';
import { PLACE_NAMES } from './page-values.ts';

/** All pages with texts of the operator, in the order of their links. */
export function PageList() {
  const { api } = useSession();
  const { status, value, retry } = useAsync('pages', () => api('GET /api/admin/pages', {}));
  return (
    <section className="page-width page-space">
      <PageHeader title="Pages" className="mb-6">
        <ButtonLink href={pageScreens.add()}>Add a page</ButtonLink>
      </PageHeader>
      <p className="mb-6 max-w-160">
        The texts about the board, such as the imprint. All pages show a change within a second.
      </p>
      {status === 'failed' ? (
        <LoadFailed message="The pages could not be loaded." retry={retry} />
      ) : value ? (
        <ul className="border-t border-line">
          {value.results.map((page) => (
            <Row key={page.slug} page={page} />
          ))}
        </ul>
      ) : (
        <Spinner />
      )}
    </section>
  );
}

function Row({ page }: { page: LinkedPage }) {
  const { slug, title, place, empty, updated, file } = page;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1 border-b border-line py-4 wrap-anywhere">
      <div>
        <h2 dir="auto" className="font-semibold">
          <PageLink href={pageScreens.edit(slug)} className="link">
            {title}
          </PageLink>
        </h2>
        <p className="text-muted text-small">
          {PLACE_NAMES[place]}
          {empty && '. It has no text'}
          {file && `. The text is in ${file} on the server`}
        </p>
      </div>
      <p className="text-small">
        {updated && (
          <span className="text-muted">
            Changed on <CalendarDate iso={updated} />{' '}
          </span>
        )}
        <PageLink href={textPage(slug)} className="link">
          {textPage(slug)}
        </PageLink>
      </p>
    </li>
  );
}
