/** The text with a capital first letter: the label of a value such as `full-time`. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
