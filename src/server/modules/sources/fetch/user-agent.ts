/**
 * The `User-Agent` of requests to sources. The operators of a site find the board through it, and write its first word
 * into their robots.txt. The version separates this word from the rest.
 * https://www.rfc-editor.org/rfc/rfc9309#name-the-user-agent-line
 * @param siteUrl the address of the board
 */
export function sourceUserAgent(siteUrl: string): string {
  return `ComposableJobs/1.0 (+${new URL(siteUrl).href})`;
}
