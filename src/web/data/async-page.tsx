import type { ReactNode } from 'react';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { AsyncResult } from './use-async.ts';

type Props<Value> = {
  title: string;
  result: AsyncResult<Value>;
  /** Shown instead of the page if the item does not exist. */
  missing?: ReactNode;
  children: (value: Value) => ReactNode;
};

/**
 * A page that loads its data in the browser. It shows a spinner, then its content, or what failed with a "Try again"
 * button.
 */
export function AsyncPage<Value>({ title, result, missing, children }: Props<Value>) {
  if (result.status === 'missing') return missing;
  return (
    <section className="page-width page-space">
      <h1 className="page-title mb-10">{title}</h1>
      {result.status === 'loading' && <Spinner />}
      {result.status === 'failed' && (
        <LoadFailed message="This page could not be loaded." retry={result.retry} />
      )}
      {result.status === 'loaded' && children(result.value)}
    </section>
  );
}
