/** The body of a response, and its `Content-Type`. */
export type Content = { type: string; text: string };

export function jsonContent(json: unknown): Content {
  return { type: 'application/json', text: JSON.stringify(json) };
}
