import { notFound } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Spinner } from '#web/ui/spinner.tsx';
import type { Loaded } from './use-loaded.ts';

type Props<Value> = {
  loaded: Loaded<Value>;
  children: (value: Value) => ReactNode;
};

/** A form's place until what it begins with is there. What does not exist is the not-found page. */
export function FormLoading<Value>({ loaded, children }: Props<Value>) {
  switch (loaded.status) {
    case 'loading':
      return <Spinner />;
    case 'missing':
      throw notFound();
    case 'failed':
      return (
        <button type="button" className="button" onClick={loaded.retry}>
          Try again
        </button>
      );
    case 'loaded':
      return children(loaded.value);
  }
}
