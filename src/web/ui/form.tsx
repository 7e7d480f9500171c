import type { ComponentProps } from 'react';

/** A form whose fields are below each other. */
export function Form(props: ComponentProps<'form'>) {
  return (
    <form
      className="grid max-w-160 grid-cols-[minmax(0,1fr)] justify-items-start gap-6"
      {...props}
    />
  );
}
