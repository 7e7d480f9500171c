/** Capitalizes the first letter, to make the label of a value such as `full-time`. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
