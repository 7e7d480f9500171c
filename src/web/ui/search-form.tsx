import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { parseQuery } from '#shared/urls/paths.ts';
import { Button } from './button.tsx';
import { useUrlText } from './use-url-text.ts';

type Props = {
  label: string;
  /** The searched text, from the URL. */
  value: string;
  maxLength: number;
  /** The path of the page with the results of this text. */
  pageOf: (q: string) => string;
  /** Hidden inputs with the parameters that a new search keeps. They are needed without JavaScript. */
  children?: ReactNode;
};

/**
 * A search field whose text is the query parameter `q` of the page. The text takes effect after a pause in typing or,
 * without JavaScript, when the form is submitted.
 */
export function SearchForm({ label, value, maxLength, pageOf, children }: Props) {
  const router = useRouter();
  const [isLoading, setIsLoading] = useState(false);
  const latest = useRef(value);

  async function show(q: string): Promise<void> {
    latest.current = q;
    const page = locationOf(pageOf(q));
    setIsLoading(true);
    // Load the results first. A page that is loading would replace the field, which would lose the focus.
    await router.preloadRoute(page);
    setIsLoading(false);
    const hasLeft = router.latestLocation.pathname !== page.to;
    if (latest.current !== q || hasLeft) return;
    await router.navigate({ ...page, replace: true, resetScroll: false });
  }

  const [text, field] = useUrlText(value, (q) => void show(q));

  return (
    <search aria-busy={isLoading}>
      <form
        action={locationOf(pageOf('')).to}
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          void show(text);
        }}
        className="flex items-end gap-3"
      >
        <label className="field max-w-112">
          <span className="field-label">{label}</span>
          <input className="input" type="search" name="q" maxLength={maxLength} {...field} />
        </label>
        {children}
        <Button type="submit" className="no-js flex-none">
          Search
        </Button>
      </form>
    </search>
  );
}

function locationOf(href: string) {
  const [to = '/', query = ''] = href.split('?');
  return { to, search: parseQuery(query) };
}
