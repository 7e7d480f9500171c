import '@github/markdown-toolbar-element';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      /** `for` is the id of a text area. */
      'markdown-toolbar': ComponentProps<'div'> & { for: string };
    }
  }
}

/** The buttons. `action` is a name of the library, and `key` the shortcut with Control or Command. */
const ACTIONS: { action: string; label: string; key?: string; icon: ReactNode }[] = [
  { action: 'bold', label: 'Bold', key: 'b', icon: <span className="font-semibold">B</span> },
  {
    action: 'italic',
    label: 'Italic',
    key: 'i',
    icon: <span className="font-serif italic">I</span>,
  },
  { action: 'header-2', label: 'Heading', icon: <span className="font-semibold">H</span> },
  {
    action: 'unordered-list',
    label: 'List',
    icon: <Icon path="M6 4h8M6 8h8M6 12h8M2 4h.01M2 8h.01M2 12h.01" />,
  },
  {
    action: 'ordered-list',
    label: 'Numbered list',
    icon: <Icon path="M7 4h7M7 8h7M7 12h7M2 2.5l1-.5v4M1.8 10.2c.9-1 2.2-.2 1.6.8L1.8 13.4h2" />,
  },
  {
    action: 'link',
    label: 'Link',
    key: 'k',
    icon: (
      <Icon path="M6.5 9.5a2.5 2.5 0 0 0 3.6 0l2.6-2.6a2.5 2.5 0 0 0-3.6-3.6L8 4.4M9.5 6.5a2.5 2.5 0 0 0-3.6 0L3.3 9.1a2.5 2.5 0 0 0 3.6 3.6L8 11.6" />
    ),
  },
];

/**
 * The toolbar of a text area with Markdown: one tab stop, with arrow keys that move between its buttons. The library
 * changes the text in a way that people can undo. https://github.com/github/markdown-toolbar-element
 */
export function MarkdownToolbar({ area }: { area: string }) {
  const toolbar = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // The first button is the tab stop instead of the toolbar.
    toolbar.current?.removeAttribute('tabindex');
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const found = ACTIONS.find(({ key }) => key === event.key);
      if (!found) return;
      event.preventDefault();
      toolbar.current?.querySelector<HTMLElement>(`[data-md-button="${found.action}"]`)?.click();
    };
    const field = document.getElementById(area);
    field?.addEventListener('keydown', onKey);
    return () => field?.removeEventListener('keydown', onKey);
  }, [area]);

  return (
    <markdown-toolbar ref={toolbar} for={area} aria-label="Format" className="editor-toolbar">
      {ACTIONS.map(({ action, label, key, icon }, index) => (
        <button
          key={action}
          type="button"
          className="editor-button"
          data-md-button={action}
          aria-label={label}
          aria-keyshortcuts={key && `Control+${key.toUpperCase()}`}
          title={key ? `${label} (Ctrl+${key.toUpperCase()})` : label}
          tabIndex={index === 0 ? 0 : -1}
        >
          {icon}
        </button>
      ))}
    </markdown-toolbar>
  );
}

function Icon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 16 16" className="size-4.5" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  );
}
