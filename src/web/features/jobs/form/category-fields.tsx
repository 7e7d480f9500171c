import { useSite } from '#web/data/use-site.ts';
import { FieldGroup } from '#web/ui/field.tsx';

type Props = {
  /** The slugs of the categories to which the job belongs. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** Whether the job was never published, so that nothing follows from its texts yet. */
  isNew: boolean;
};

/** The categories of a job. Nothing is shown on a board without categories. */
export function CategoryFields({ chosen, onChange, isNew }: Props) {
  const { categories = [] } = useSite();
  if (categories.length === 0) return null;
  return (
    <FieldGroup
      label="Categories"
      name="categories"
      hint={
        isNew
          ? 'The title and the skills may put the job into others, too. You can change that later.'
          : 'Those that follow from the title and the skills are chosen.'
      }
    >
      <div className="grid gap-2 sm:grid-cols-2">
        {categories.map(({ slug, name }) => (
          <label key={slug} className="choice">
            <input
              type="checkbox"
              name="categories"
              value={slug}
              checked={chosen.includes(slug)}
              onChange={({ target }) =>
                onChange(
                  target.checked ? [...chosen, slug] : chosen.filter((other) => other !== slug),
                )
              }
            />
            <bdi>{name}</bdi>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
