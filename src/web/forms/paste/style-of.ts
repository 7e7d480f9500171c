/** The inline style without spaces and in lower case, with the properties that only Word knows. */
export function styleOf(element: Element): string {
  return (element.getAttribute('data-style') ?? '').replace(/\s+/g, '').toLowerCase();
}
