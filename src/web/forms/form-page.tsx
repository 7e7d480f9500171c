import type { ReactNode } from 'react';
import { Spinner } from '#web/ui/spinner.tsx';
import type { Loaded } from './use-loaded.ts';

type Props<Value> = {
  title: string;
  loaded: Loaded<Value>;
  /** What stands in place of the page where there is nothing to edit. */
  missing?: ReactNode;
  children: (value: Value) => ReactNode;
};

/** A page that is one form, from before what the form begins with is there. */
export function FormPage<Value>({ title, loaded, missing, children }: Props<Value>) {
  if (loaded.status === 'missing') return missing;
  return (
    <section className="page-width page-space">
      <h1 className="page-title mb-10">{title}</h1>
      {loaded.status === 'loading' && <Spinner />}
      {loaded.status === 'failed' && (
        <button type="button" className="button" onClick={loaded.retry}>
          Try again
        </button>
      )}
      {loaded.status === 'loaded' && children(loaded.value)}
    </section>
  );
}
