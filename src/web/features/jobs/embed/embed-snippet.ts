/** The HTML that embeds the page at `src` in another site. `height` is in CSS pixels. */
export function embedSnippet(src: string, title: string, height: number): string {
  return `<iframe src="${escapeAttribute(src)}" title="${escapeAttribute(title)}" width="100%" height="${height}" style="border: 0" loading="lazy"></iframe>`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
