import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { AdministeredCategory } from '#shared/contract/categories.ts';
import { formatCount } from '#shared/format/count.ts';
import { MAX_CATEGORIES } from '#shared/limits.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';

import { pages } from '#shared/urls/paths.ts';
import { useAction } from '#web/actions/action-button.tsx';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { ADMIN_ACTIONS } from '#web/messages.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PageLink } from '#web/ui/page-link.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { AdminPageProps } from '../admin-page-props.ts';
import { CategoryForm } from './category-form.tsx';

/** The value of the parameter `edit` for a new category. No slug has a capital letter. */
const NEW = 'NEW';

const editPage = (slug: string) => adminPages.admin('categories', { edit: slug });

/** The categories of the board: the list, or the form of one of them. */
export function Categories({ account, parameters: { edit } }: AdminPageProps) {
  const { api } = useSession();
  const read = async () => (await api('GET /api/admin/categories', {})).results;
  const { status, value, retry } = useAsync(`categories ${edit}`, read);
  const stored = value?.find(({ slug }) => slug === edit);
  const isForm = edit === NEW || stored !== undefined;
  return (
    <div className="page-width page-space">
      <PageHeader
        title={edit === NEW ? 'Add category' : stored ? `Edit ${stored.name}` : 'Categories'}
      />
      {!isForm && (
        <p className="mt-3 mb-8 max-w-160">
          A category is a shelf of your own, such as “Boatbuilding”, with a page and a filter. Its
          jobs have one of its words in their titles, or name one of its skills. In the form of a
          job, you and employers can put it into a category or take it out. Each change of a
          category, apart from its place in the list, is in the{' '}
          <PageLink href={adminPages.admin('audit', { kind: 'category' })} className="link">
            audit trail
          </PageLink>
          , where you can undo edits and deletions.
        </p>
      )}
      {status === 'failed' ? (
        <LoadFailed message="The categories could not be loaded." retry={retry} />
      ) : status !== 'loaded' ? (
        <Spinner />
      ) : isForm ? (
        <CategoryForm key={stored?.slug ?? NEW} account={account} stored={stored} reload={read} />
      ) : (
        <List loaded={value} read={read} />
      )}
    </div>
  );
}

type ListProps = {
  loaded: AdministeredCategory[];
  read: () => Promise<AdministeredCategory[]>;
};

function List({ loaded, read }: ListProps) {
  const [shown, setShown] = useState(loaded);
  useCategoriesOnThisPage(shown);
  const refresh = async () => setShown(await read());
  const isFull = shown.length >= MAX_CATEGORIES;
  return (
    <>
      {isFull ? (
        <p className="mb-4">{`A board has at most ${MAX_CATEGORIES} categories.`}</p>
      ) : (
        <p className="mb-4">
          <ButtonLink href={editPage(NEW)}>Add category</ButtonLink>
        </p>
      )}
      {shown.length === 0 ? (
        <EmptyState title="No categories">
          <p>Without categories, visitors see nothing of them.</p>
        </EmptyState>
      ) : (
        <ul>
          {shown.map((category, position) => (
            <Row
              key={category.slug}
              category={category}
              position={position}
              last={shown.length - 1}
              refresh={refresh}
            />
          ))}
        </ul>
      )}
    </>
  );
}

type RowProps = {
  category: AdministeredCategory;
  position: number;
  /** The position of the last category. */
  last: number;
  refresh: () => Promise<void>;
};

function Row({ category, position, last, refresh }: RowProps) {
  const { slug, name, description, words, skills, jobs, version } = category;
  const target = { params: { id: slug } };
  const tag = { 'if-match': `"${version}"` };
  const terms = [...words, ...skills];
  const event = useRef('');
  const remove = useAction({
    toasts: ADMIN_ACTIONS.deleteCategory,
    async act(api) {
      ({ event: event.current } = await api('DELETE /api/admin/categories/:id', target, tag));
      await refresh();
    },
    undo: {
      message: `Deleted “${name}”.`,
      toasts: ADMIN_ACTIONS.restore,
      async revert(api) {
        await api('POST /api/admin/audit/:id/restore', { params: { id: event.current } });
        await refresh();
      },
    },
  });
  return (
    <li className="grid gap-x-8 gap-y-2 border-b border-line py-4 wrap-anywhere md:grid-cols-[minmax(0,1fr)_auto]">
      <div>
        <h2 dir="auto" className="font-semibold">
          <PageLink href={editPage(slug)} className="link">
            {name}
          </PageLink>
        </h2>
        {description && <p dir="auto">{description}</p>}
        <p className="text-muted text-small">
          <a href={pages.category(slug)} className="link">
            {pages.category(slug)}
          </a>
          {' · '}
          <PageLink href={pages.jobs({ category: slug })} className="link">
            {formatCount(jobs)}
          </PageLink>
          {terms.length > 0 && (
            <>
              {' · '}
              <bdi>{terms.join(', ')}</bdi>
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-start gap-2">
        <MoveButton category={category} to={position - 1} last={last} refresh={refresh} />
        <MoveButton category={category} to={position + 1} last={last} refresh={refresh} isDown />
        <Button
          variant="danger-secondary"
          aria-label={`Delete ${name}`}
          aria-busy={remove.busy}
          onClick={() => void remove.run()}
        >
          Delete
        </Button>
      </div>
    </li>
  );
}

type MoveProps = Pick<RowProps, 'category' | 'last' | 'refresh'> & {
  to: number;
  isDown?: boolean;
};

function MoveButton({ category, to, last, refresh, isDown = false }: MoveProps) {
  const { jobs: _, version, ...definition } = category;
  const { busy, run } = useAction({
    toasts: ADMIN_ACTIONS.moveCategory,
    async act(api) {
      const params = { id: category.slug };
      const body = { ...definition, position: to };
      try {
        await api(
          'PUT /api/admin/categories/:id',
          { params, body },
          { 'if-match': `"${version}"` },
        );
      } finally {
        // If someone else has changed the category, the list shows their version.
        await refresh();
      }
    },
  });
  const label = isDown ? 'Move down' : 'Move up';
  return (
    <Button
      variant="secondary"
      aria-label={`${label}: ${category.name}`}
      aria-busy={busy}
      aria-disabled={to < 0 || to > last}
      onClick={() => {
        if (to >= 0 && to <= last) void run();
      }}
    >
      {isDown ? '↓' : '↑'}
    </Button>
  );
}

/** Lets the other pages of this visit know the categories. A page that is loaded from the server knows them. */
function useCategoriesOnThisPage(shown: AdministeredCategory[]): void {
  const router = useRouter();
  useEffect(() => {
    const { context } = router.options;
    const { categories: _, ...others } = context.site;
    const categories = shown.map(({ slug, name }) => ({ slug, name }));
    const site = { ...others, ...(categories.length > 0 && { categories }) };
    router.update({ ...router.options, context: { ...context, site } });
  }, [router, shown]);
}
