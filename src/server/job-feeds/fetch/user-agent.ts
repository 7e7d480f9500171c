/**
 * The `User-Agent` of requests to sources. It tells the operators of a site which board sends the requests. They use
 * its first word, which ends before the version, in their robots.txt.
 * https://www.rfc-editor.org/rfc/rfc9309#name-the-user-agent-line
 * @param siteUrl the URL of the board
 */
export function userAgentOf(siteUrl: string): string {
  return `ComposableJobs/1.0 (+${new URL(siteUrl).href})`;
}
