import type { JobField } from '#shared/domain/job-fields.ts';
import { useSite } from '#web/data/use-site.ts';
import type { FormState } from '#web/forms/use-form.ts';
import { FieldGroup } from '#web/ui/field.tsx';
import { choose, isIn } from './category-choice.ts';

type Props = {
  form: FormState<JobField>;
  /** The slugs of the categories to which the published job belongs; undefined if the job was never published. */
  stored?: readonly string[] | undefined;
};

/** The categories of a job. Nothing is shown on a board without categories. */
export function CategoryFields({ form, stored }: Props) {
  const { categories = [] } = useSite();
  const { name, value: choice, onChange } = form.field('corrections');
  if (categories.length === 0) return null;
  return (
    <FieldGroup
      label="Categories"
      name={name}
      hint={
        stored
          ? 'Those that follow from the title and the skills are chosen.'
          : 'The title and the skills may put the job into others, too. You can change that later.'
      }
    >
      <div className="grid gap-2 sm:grid-cols-2">
        {categories.map(({ slug, name: label }) => (
          <label key={slug} className="choice">
            <input
              type="checkbox"
              name={name}
              value={slug}
              checked={isIn(choice, slug, stored)}
              onChange={({ target: { checked: belongs } }) =>
                onChange({ target: { value: choose(choice, { slug, belongs, stored }) } })
              }
            />
            <bdi>{label}</bdi>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
