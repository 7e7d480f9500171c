import type { Account } from '#shared/contract/accounts.ts';
import { type AdministeredCategory, categoryDefinition } from '#shared/contract/categories.ts';
import { slugOf } from '#shared/domain/categories.ts';
import { formatCount } from '#shared/format/count.ts';
import {
  CATEGORY_DESCRIPTION_LENGTH,
  CATEGORY_NAME_LENGTH,
  CATEGORY_SLUG_LENGTH,
} from '#shared/limits.ts';
import { adminPages } from '#shared/urls/admin-paths.ts';
import { useSession } from '#web/auth/use-session.ts';
import { useAsync } from '#web/data/use-async.ts';
import { draftName } from '#web/forms/draft.ts';
import { checkBody } from '#web/forms/errors.ts';
import { FormLayout } from '#web/forms/form-layout.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { ADMIN_ACTIONS } from '#web/messages.ts';
import { TextAreaField, TextField } from '#web/ui/field.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';

const LABELS = {
  name: 'Name',
  slug: 'Slug',
  description: 'Description',
  words: 'Words in titles',
  skills: 'Skills',
};

type Field = keyof typeof LABELS;

const MISSING = { name: 'Enter a name.', slug: 'Enter a slug, such as boat-building.' };

/** The lines of a text that are not empty. */
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const termsOf = ({ words, skills }: Record<'words' | 'skills', string>) => ({
  words: linesOf(words),
  skills: linesOf(skills),
});

const bodyOf = ({ name, slug, description, ...terms }: Record<Field, string>) => ({
  name,
  slug,
  description,
  ...termsOf(terms),
});

const EMPTY = { name: '', slug: '', description: '', words: '', skills: '' };

const initialOf = ({ words, skills, version, ...category }: AdministeredCategory) => ({
  values: {
    name: category.name,
    slug: category.slug,
    description: category.description,
    words: words.join('\n'),
    skills: skills.join('\n'),
  },
  etag: `"${version}"`,
});

type Props = {
  account: Account;
  /** The category to edit; undefined for a new one. */
  stored: AdministeredCategory | undefined;
  reload: () => Promise<AdministeredCategory[]>;
};

/** The form of a category. It shows how many jobs the words and skills would find. */
export function CategoryForm({ account, stored, reload }: Props) {
  const { api } = useSession();
  const list = adminPages.admin('categories');
  const form = useForm<Field>({
    name: draftName(account, `${list} ${stored?.slug ?? ''}`),
    initial: stored ? initialOf(stored) : { values: EMPTY },
    check: (values, describe) =>
      // The texts of a list are in one field.
      describe(
        checkBody(categoryDefinition, bodyOf(values)).map(({ path, message }) => ({
          path: path.replace(/\..*/, ''),
          message,
        })),
      ),
    errorTexts: { labels: LABELS, missing: MISSING },
    async save(values, headers) {
      const body = bodyOf(values);
      if (stored) {
        const params = { id: stored.slug };
        await api('PUT /api/admin/categories/:id', { params, body }, headers);
      } else {
        await api('POST /api/admin/categories', { body }, headers);
      }
      return list;
    },
    ...(stored && {
      edited: {
        page: list,
        reload: async () => {
          const current = (await reload()).find(({ slug }) => slug === stored.slug);
          return current && initialOf(current);
        },
      },
    }),
    toasts: ADMIN_ACTIONS.saveCategory,
  });

  /** Proposes a slug, until the person enters another one or the category has one. */
  function changeName(event: { target: { value: string } }): void {
    const { name, slug } = form.values;
    form.field('name').onChange(event);
    if (!stored && slug === slugOf(name)) {
      form.field('slug').onChange({ target: { value: slugOf(event.target.value) } });
    }
  }

  return (
    <FormLayout form={form} labels={LABELS} action="Save category">
      <TextField
        label={LABELS.name}
        required
        maxLength={CATEGORY_NAME_LENGTH}
        {...form.field('name')}
        onChange={changeName}
      />
      <TextField
        label={LABELS.slug}
        required
        maxLength={CATEGORY_SLUG_LENGTH}
        autoCapitalize="none"
        hint={
          stored
            ? 'The end of the address of its page. If you change it, the former address no longer works.'
            : 'The end of the address of its page.'
        }
        {...form.field('slug')}
      />
      <TextField
        label={LABELS.description}
        maxLength={CATEGORY_DESCRIPTION_LENGTH}
        hint="Its page shows this below the name."
        {...form.field('description')}
      />
      <TextAreaField
        label={LABELS.words}
        rows={4}
        hint="One word or phrase a line. The search knows their other forms and usual spellings."
        {...form.field('words')}
      />
      <TextAreaField
        label={LABELS.skills}
        rows={4}
        hint="One skill a line, such as Welding."
        {...form.field('skills')}
      />
      <JobsFound values={form.values} slug={stored?.slug} />
    </FormLayout>
  );
}

/** How many jobs the category would have now. */
function JobsFound({ values, slug }: { values: Record<Field, string>; slug: string | undefined }) {
  const { api } = useSession();
  const settled = useDebounced(JSON.stringify(termsOf(values)));
  const { status, value } = useAsync(settled, () => {
    const terms: ReturnType<typeof termsOf> = JSON.parse(settled);
    const query = { ...terms, ...(slug && { slug }) };
    return api('GET /api/admin/categories/count', { query });
  });
  return (
    <p role="status" className="text-muted">
      {status === 'failed'
        ? 'The jobs could not be counted.'
        : value
          ? `The category would have ${formatCount(value.jobs)} now.`
          : '\u00a0'}
    </p>
  );
}
