/**
 * A placeholder that keeps the HTML that the server has rendered in its place. Hydration does not change the content of
 * an element with `dangerouslySetInnerHTML`.
 * https://react.dev/reference/react-dom/client/hydrateRoot#suppressing-unavoidable-hydration-mismatch-errors
 */
export function ServerRendered() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the text is constant
  return <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
}
