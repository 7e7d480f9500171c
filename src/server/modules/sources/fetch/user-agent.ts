/**
 * The `User-Agent` of requests to sources. Operators of a site find the board by it, and use its first word in their
 * robots.txt. The version separates this word from the rest.
 * https://www.rfc-editor.org/rfc/rfc9309#name-the-user-agent-line
 * @param siteUrl the URL of the board
 */
export function sourceUserAgent(siteUrl: string): string {
  return `ComposableJobs/1.0 (+${new URL(siteUrl).href})`;
}
