/**
 * The props of an element in the browser whose content only the server renders. Hydration leaves the content as it is. On the
 * server, the element has `children` instead, which the browser's bundle must not contain:
 * `import.meta.env.SSR ? { children } : SERVER_CONTENT`.
 */
export const SERVER_CONTENT = {
  suppressHydrationWarning: true,
  dangerouslySetInnerHTML: { __html: '' },
};
