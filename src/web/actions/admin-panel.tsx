import { type ComponentProps, type ReactNode, useId } from 'react';
import { ButtonLink } from '#web/ui/button.tsx';
import { DeleteButton } from './delete-button.tsx';

type Props = {
  /** The kind of item, such as "Job". */
  entity: string;
  editPage: string;
  /** Whether the panel offers the edit page. Default: true. */
  editable?: boolean;
  /** Actions. */
  actions?: ReactNode;
  /** More information, below the actions. */
  children?: ReactNode;
  deletion: Omit<ComponentProps<typeof DeleteButton>, 'label' | 'editPage'>;
};

/** The panel with an admin's actions for the item on the page. Spec: "Job page". */
export function AdminPanel({
  entity,
  editPage,
  editable = true,
  deletion,
  actions,
  children,
}: Props) {
  const headingId = useId();
  return (
    <section
      className="mt-6 flex flex-wrap items-center gap-3 rounded-sm border border-line p-6"
      aria-labelledby={headingId}
    >
      <h2 id={headingId} className="w-full text-xl font-semibold tracking-tight">
        {`Manage ${entity}`}
      </h2>
      {editable && <ButtonLink href={editPage}>{`Edit ${entity}`}</ButtonLink>}
      {actions}
      <DeleteButton label={`Delete ${entity}`} editPage={editPage} {...deletion} />
      {children}
    </section>
  );
}
