import type { MouseEventHandler } from 'react';
import { SERVER_CONTENT } from './server-content.ts';

/**
 * A placeholder that keeps the HTML that the server has rendered in its place. Hydration does not change the content of
 * an element with `dangerouslySetInnerHTML`.
 * @param onClick follows its links, for which React has no listeners
 * https://react.dev/reference/react-dom/client/hydrateRoot#suppressing-unavoidable-hydration-mismatch-errors
 */
export function ServerRendered({ onClick }: { onClick?: MouseEventHandler<HTMLElement> }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboards use the links
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in it are the controls
    <div onClick={onClick} {...SERVER_CONTENT} />
  );
}
