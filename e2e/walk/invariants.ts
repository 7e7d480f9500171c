import type { Page } from '@playwright/test';

/** What a person remembers of a page, to recognize it after Back. */
export type View = {
  /** The position in the history. */
  index: number;
  /** When the document was loaded. */
  loaded: number;
  path: string;
  url: string;
  /** The heading, the titles in the list, the number of results, and the filters. */
  content: string[];
  /** The number of titles in the list. They follow the heading in `content`. */
  titles: number;
  scroll: number;
  /** How far the page can be scrolled. */
  maxScroll: number;
  width: number;
};

export function readView(page: Page): Promise<View> {
  return page.evaluate(() => {
    const main = document.querySelector('main');
    const isVisible = (element: Element) => element.checkVisibility();
    // Similar jobs are loaded near them, and the panel of an admin who has logged out since no longer pushes them away.
    const headings = [...(main?.querySelectorAll('h1, :is(ul, ol) > li :is(h2, h3)') ?? [])].filter(
      (heading) => isVisible(heading) && !heading.closest('.similar-jobs'),
    );
    // Other statuses say what has happened since, such as that a download is ready.
    const counts = [...(main?.querySelectorAll('[role=status]') ?? [])].filter(
      (element) => isVisible(element) && /^\d/.test(element.textContent ?? ''),
    );
    const fields = [
      ...(main?.querySelectorAll('search input:not([type=hidden]), search select') ?? []),
    ];
    const isHere = (path: string) => new URL(path, location.href).pathname === location.pathname;
    const leadsAway = (field: Element) => {
      // A form's property `action` may be a field of this name.
      const action = field.closest('form')?.getAttribute('action');
      return typeof action === 'string' && !isHere(action);
    };
    const { scrollHeight, clientHeight } = document.documentElement;
    return {
      index: Number(history.state?.__TSR_index ?? -1),
      loaded: performance.timeOrigin,
      path: location.pathname,
      url: location.pathname + location.search + location.hash,
      content: [
        ...[...headings, ...counts].map((element) => element.textContent ?? ''),
        // "More filters" are open if they were when the list was last shown, whatever the page. The URL has their values.
        // What is typed into a form that leads to another page, such as the home page's, is no filter of this page.
        ...fields
          .filter((field) => isVisible(field) && !field.closest('details') && !leadsAway(field))
          .map((field) => {
            const { value, type } = field as HTMLInputElement;
            return ['checkbox', 'radio'].includes(type)
              ? `${value}: ${(field as HTMLInputElement).checked}`
              : value;
          }),
      ],
      titles: headings.filter(({ localName }) => localName !== 'h1').length,
      scroll: Math.round(window.scrollY),
      maxScroll: scrollHeight - clientHeight,
      width: window.innerWidth,
    };
  });
}

/** What is wrong with a page that has settled, in words. */
export function findProblems(page: Page, { hasMoved }: { hasMoved: boolean }): Promise<string[]> {
  return page.evaluate((moved) => {
    const problems: string[] = [];
    // Feeds and files are no pages.
    if (document.contentType !== 'text/html') return problems;
    const visible = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility());
    const tries = visible('main a, main button').filter(
      ({ textContent }) => textContent === 'Try again',
    );
    if (tries.length > 0) problems.push('the page could not be loaded');
    if (document.title.trim() === '') problems.push('the page has no title');
    const headings = visible('main h1');
    if (headings.length !== 1) problems.push(`the page has ${headings.length} main headings`);
    if (headings.some(({ innerText }) => innerText.trim() === ''))
      problems.push('the heading is empty');
    const busy = visible('button[aria-busy=true], a[aria-busy=true]');
    if (busy.length > 0) problems.push(`still busy: ${busy.map((one) => one.textContent).join()}`);
    const open = visible('dialog[open], :popover-open');
    const lists = visible('[role=listbox]');
    if (moved && (open.length > 0 || lists.length > 0)) {
      problems.push(
        `open on another page: ${[...open, ...lists].map((one) => one.ariaLabel ?? one.id).join()}`,
      );
    }
    const { activeElement } = document;
    if (
      !activeElement?.isConnected ||
      (activeElement !== document.body && !activeElement.checkVisibility())
    ) {
      problems.push('the focus is on something that is not visible');
    }
    if (document.documentElement.scrollWidth > document.documentElement.clientWidth) {
      problems.push('the page scrolls sideways');
    }
    return problems;
  }, hasMoved);
}

/**
 * What a view shows of the page in its URL. A list of jobs may also show the pages before, which a visitor has loaded.
 * @param single the same URL, opened without them
 */
export function withoutEarlierPages(view: View, single: View): View {
  if (!/^\/jobs\?(?:.*&)?cursor=/.test(view.url)) return view;
  const content = view.content.toSpliced(1, Math.max(0, view.titles - single.titles));
  return { ...view, content: content.map((text) => text.replace(/^\d+–\d+ of /, '')) };
}

/** The difference between what a page showed and what it shows now; undefined if it is the same. */
export function compareViews(before: View, after: View): string | undefined {
  const index = before.content.findIndex((text, at) => text !== after.content[at]);
  if (index >= 0 || before.content.length !== after.content.length) {
    const at = Math.max(0, index);
    return `${JSON.stringify(before.content[at])} became ${JSON.stringify(after.content[at])} (${before.content.length} and ${after.content.length} texts)`;
  }
  return undefined;
}
