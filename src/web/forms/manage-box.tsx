import { type ComponentProps, type ReactNode, useId } from 'react';
import { PageLink } from '#web/ui/page-link.tsx';
import { DeleteButton } from './delete-button.tsx';

type Props = {
  /** What is managed here, such as "Job". */
  thing: string;
  editPage: string;
  /** It can be edited; else only deleted. */
  editable?: boolean;
  /** What else can be done with it. */
  actions?: ReactNode;
  /** What else is to be known of it. */
  children?: ReactNode;
  deletion: Omit<ComponentProps<typeof DeleteButton>, 'label' | 'editPage'>;
};

/** For who may edit and delete what the page is about. Spec: "Job page". */
export function ManageBox({
  thing,
  editPage,
  editable = true,
  deletion,
  actions,
  children,
}: Props) {
  const headingId = useId();
  return (
    <section className="manage-box" aria-labelledby={headingId}>
      <h2 id={headingId} className="text-xl font-semibold tracking-tight">
        {`Manage ${thing}`}
      </h2>
      {editable && (
        <PageLink href={editPage} className="button">
          {`Edit ${thing}`}
        </PageLink>
      )}
      {actions}
      <DeleteButton label={`Delete ${thing}`} editPage={editPage} {...deletion} />
      {children}
    </section>
  );
}
