import { useState } from 'react';
import type { Account } from '#shared/contract/accounts.ts';
import { type ManagedPage, newPage, pageContent } from '#shared/contract/pages.ts';
import { textPage } from '#shared/urls/paths.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { draftName } from '#web/forms/draft.ts';
import { checkBody } from '#web/forms/errors.ts';
import { useForm } from '#web/forms/use-form.ts';
import { ADMIN_ACTIONS } from '#web/messages.ts';
import { Alert } from '#web/ui/alert.tsx';
import { TextAreaField } from '#web/ui/field.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { DeletePage } from './delete-page.tsx';
import { EarlierVersions } from './earlier-versions.tsx';
import { pageScreens } from './page-addresses.ts';
import { PageForm } from './page-form.tsx';
import {
  contentOf,
  initialOf,
  MISSING,
  NEW_PAGE,
  PAGE_LABELS,
  type PageField,
} from './page-values.ts';

const ERROR_TEXTS = { labels: PAGE_LABELS, missing: MISSING };

/** The form that adds a page. */
export function AddPage({ account }: { account: Account }) {
  const { api } = useSession();
  const form = useForm<PageField>({
    name: draftName(account, pageScreens.add()),
    initial: NEW_PAGE,
    check: (values, describe) =>
      describe(checkBody(newPage, { slug: values.slug, ...contentOf(values) })),
    errorTexts: ERROR_TEXTS,
    async save(values, headers) {
      const body = { slug: values.slug, ...contentOf(values) };
      const { slug } = await api('POST /api/admin/pages', { body }, headers);
      return pageScreens.edit(slug);
    },
    toasts: ADMIN_ACTIONS.addPage,
  });
  return (
    <section className="page-width page-space">
      <PageHeader title="Add a page" className="mb-8" />
      <PageForm form={form} action="Add page" draft={null} />
    </section>
  );
}

type EditProps = { account: Account; slug: string };

/** A page with its form and its earlier versions. */
export function EditPage({ account, slug }: EditProps) {
  const { api } = useSession();
  const read = () => api('GET /api/admin/pages/:id', { params: { id: slug } });
  const { status, value, retry } = useAsync(slug, read);
  if (status === 'missing') {
    return (
      <section className="page-width page-space">
        <PageHeader title="This page does not exist" className="mb-6" />
        <PageLink href={pageScreens.list()} className="link inline-flex min-h-11 items-center">
          All pages
        </PageLink>
      </section>
    );
  }
  return (
    <section className="page-width page-space">
      <PageHeader title={value?.title ?? 'Page'} className="mb-3" />
      <p className="mb-8 flex flex-wrap gap-6">
        <PageLink href={textPage(slug)} className="link inline-flex min-h-11 items-center">
          View the page
        </PageLink>
        <PageLink href={pageScreens.list()} className="link inline-flex min-h-11 items-center">
          All pages
        </PageLink>
      </p>
      {status === 'failed' ? (
        <LoadFailed message="The page could not be loaded." retry={retry} />
      ) : value ? (
        <LoadedPage account={account} loaded={value} reload={read} />
      ) : (
        <Spinner />
      )}
    </section>
  );
}

type LoadedProps = { account: Account; loaded: ManagedPage; reload: () => Promise<ManagedPage> };

function LoadedPage({ account, loaded, reload }: LoadedProps) {
  const [page, setPage] = useState(loaded);
  /** Counts the restored versions, each of which starts the form again. */
  const [restores, setRestores] = useState(0);
  if (page.file) return <PageInFile page={page} file={page.file} />;
  return (
    <>
      <ChangePage
        key={restores}
        account={account}
        page={page}
        onSaved={setPage}
        reload={async () => {
          const next = await reload();
          setPage(next);
          return next;
        }}
      />
      <EarlierVersions
        page={page}
        onRestored={(restored) => {
          setPage(restored);
          setRestores((count) => count + 1);
        }}
      />
      {page.version > 0 && <DeletePage page={page} />}
    </>
  );
}

type ChangeProps = {
  account: Account;
  page: ManagedPage;
  onSaved: (page: ManagedPage) => void;
  reload: () => Promise<ManagedPage>;
};

function ChangePage({ account, page, onSaved, reload }: ChangeProps) {
  const { api } = useSession();
  const screen = pageScreens.edit(page.slug);
  const form = useForm<PageField>({
    name: draftName(account, screen),
    stays: true,
    initial: initialOf(page),
    check: (values, describe) => describe(checkBody(pageContent, contentOf(values))),
    errorTexts: ERROR_TEXTS,
    async save(values, headers) {
      const saved = await api(
        'PUT /api/admin/pages/:id',
        { params: { id: page.slug }, body: contentOf(values) },
        headers,
      );
      onSaved(saved);
      return initialOf(saved);
    },
    edited: { page: screen, reload: async () => initialOf(await reload()) },
    toasts: ADMIN_ACTIONS.savePage,
  });
  return <PageForm form={form} action="Save page" page={page} draft={page.draft} />;
}

/** A page whose text is in a file on the server, which wins. */
function PageInFile({ page: { title, text }, file }: { page: ManagedPage; file: string }) {
  return (
    <>
      <Alert className="mb-6">
        <p>
          {`The file ${file} in PAGES_DIR on the server has the text of “${title}”. To change it here, remove the file and restart the server.`}
        </p>
      </Alert>
      <TextAreaField label="Text" name="text" rows={14} value={text} readOnly />
    </>
  );
}
