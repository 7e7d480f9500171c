/** Safe HTML that the server rendered from Markdown. */
export function RichText({ html }: { html: string }) {
  return (
    <div
      dir="auto"
      className="rich-text"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the API's `description=html` is safe by construction
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
