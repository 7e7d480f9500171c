/** The code in the text of a mail; empty if there is none. */
export const codeIn = (text: string | undefined): string =>
  /\b\d{4} \d{4}\b/.exec(text ?? '')?.[0] ?? '';
