/** Marks the elements of a page's head that depend on the page. */
export const OWN = 'data-page';
