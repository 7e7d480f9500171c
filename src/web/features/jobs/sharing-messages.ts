/** Toasts about copying the URL of a page, or the HTML that embeds a list. */
export const SHARING = {
  copied: 'Link copied',
  failed: "Couldn't copy the link. Copy it from the address bar.",
  snippetCopied: 'HTML copied',
  snippetFailed: "Couldn't copy the HTML. Select it and copy it.",
} as const;
