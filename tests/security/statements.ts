/**
 * The security promises. Each has one test with the same text, in `tests/security` or, if it needs a browser, in
 * `e2e/security`. The references in brackets are to OWASP ASVS 5.0: https://github.com/OWASP/ASVS/tree/v5.0.0
 */
export const STATEMENTS = {
  1: 'A logo whose bytes are not an accepted image is refused [5.2.2]',
  2: 'A body over the limit is refused without being buffered whole, and a picture with too many pixels without being decoded [5.2.1, 5.2.6]',
  3: 'Every hostile SVG is refused or redrawn, and nothing runs where the result is opened [1.3.4, 1.5.1, 3.2.1]',
  4: 'Uploads are served as their stored type, and may load and run nothing [3.2.1, 3.4.4, 5.4.1]',
  5: 'The server names uploads; the given name reaches neither disk nor header [5.3.2, 5.4.2]',
  6: 'An upload requires the right role, and a refused upload leaves nothing behind [8.2.2]',
  7: 'Every route answers every caller as one access matrix says [8.1.1, 8.2.1]',
  8: 'Another company’s admin changes nothing and learns nothing [8.2.2, 8.4.1]',
  9: 'Fields that the caller may not write change nothing, and responses have only documented fields [8.2.3, 15.3.1, 15.3.3]',
  10: 'Closed, expired and deleted jobs are in no list, search, count, sitemap, feed, embed or structured data [2.2.3, 8.2.2]',
  11: 'Every access rule also holds for calls that no page makes [2.2.2, 8.3.1]',
  12: 'A token that is forged, foreign, stale or for another purpose gives no access, and no URL in it is fetched [9.1.1 to 9.2.3, 10.3.1]',
  13: 'After sign-in, neither storage nor the URL contains a token [10.1.1, 14.2.1]',
  14: 'Sign-in uses the code flow with PKCE, state and nonce, and an unsolicited response is refused [10.1.2, 10.2.1, 10.4.4, 10.4.6]',
  15: 'Logging out ends the provider’s session and leaves nothing private behind [7.4.1, 14.3.1]',
  16: 'Cookies are only for the board’s own requests, and nothing that another site can send changes anything [3.3.1 to 3.3.4, 3.5.1 to 3.5.3]',
  17: 'A person is identified by the provider’s subject, never by an email address, and a revoked role is gone at the next call [7.4.2, 10.3.3]',
  18: 'Every response declares what it may load and run, who may frame it, and how to interpret it [3.4.1 to 3.4.6]',
  19: 'What people write never runs, wherever it is shown [1.2.1 to 1.2.3, 1.3.1]',
  20: 'No foreign origin is allowed, and nobody is redirected to a URL that is not listed [3.4.2, 3.7.2]',
  21: 'Each parameter refuses invalid values, and none of them causes a server error [1.2.4, 2.2.1, 15.3.5 to 15.3.7]',
  22: 'Sign-in, writes, uploads and searches are limited for each client address, whatever the client claims [2.4.1, 4.1.3, 15.3.4]',
  23: 'Errors reveal nothing internal; without the database, requests fail fast, and the board recovers by itself [2.3.3, 16.5.1 to 16.5.3]',
  24: 'Nothing may take forever, and nothing is served that is not meant to be [13.4.1 to 13.4.5]',
  25: 'The log shows who did what in lines that nobody can forge, and contains no secret [16.2.1 to 16.4.1]',
  26: 'Whoever loses a role during a request writes nothing more [7.4.2, 8.2.1]',
  27: 'A role is assigned by account id or by an address that the identity provider verified, never by an address that a person entered [6.1.1, 8.2.1]',
  28: 'An import changes nothing that a person edited, restores nothing that a person deleted, and closes most of a board’s jobs only on demand [2.3.2, 8.2.2]',
  29: 'A client that sends requests and reads no responses is disconnected, and costs others nothing [2.4.1, 15.2.2]',
  30: 'A request has one response, however malformed its framing is [4.2.1]',
  31: 'While the database is away, cached pages are served for a limited time and evicted when it is back; all else is refused [2.3.3, 16.5.2]',
  32: 'One network holds at most a fifth of the connections for public reads, and a read that takes too long is canceled [2.4.1, 15.2.2]',
  33: 'A busy board is ready; a board whose database is away is not [13.1.2]',
  34: 'Processes open only as many database connections as allowed, and warn if the database allows fewer [13.1.2]',
  35: 'A search that keeps the database busy counts as several calls against its network [2.4.1]',
  36: 'A sign-in code works once, for ten minutes, in the sign-in and the browser that requested it [6.5.1, 6.5.5, 6.6.2]',
  37: 'Guessing sign-in codes fails, from any number of networks and in any number of sign-ins [6.3.1, 6.6.3]',
  38: 'A sign-in does not reveal who has an account, and sends a stranger only a few mails [2.4.1, 6.3.8]',
  39: 'Nobody gets an account by an address that only one side has verified [6.8.1, 10.3.3]',
  40: 'The pages of a sign-in cannot be framed, forged, fixed or made to lead elsewhere [3.4.6, 3.5.1, 3.7.2, 7.2.4]',
  41: 'A setup address makes one person a site admin, and a public board without one takes no writes [6.4.1, 13.4.2]',
  42: 'A passkey signs in its owner on this site only, after the device has verified the person, and a challenge is good for one response [6.5.1, 6.7.2]',
  43: 'An identity of another provider counts only with its signature, once, at its own address, and in the browser that asked for it [6.8.1, 6.8.2, 10.2.1 to 10.2.3, 10.5.1 to 10.5.4]',
  44: 'Only owners and site admins manage a team; an invitation works once, and whoever is removed acts no more [6.1.1, 8.2.1, 8.3.1]',
  45: 'An unpublished job is in no page, list, search, count, feed, sitemap, embed, preview or cached response [2.2.3, 8.2.2]',
  46: 'A renewal link prolongs one open job from one closing date, on the board that signed it, and gives no other right [8.2.2, 9.1.1]',
  47: 'Nobody comes to own a company without a mailed code to its trusted domain, entered once by the person who asked for it, or a site admin’s decision [6.3.1, 6.5.1, 8.2.1, 8.2.2]',
  48: 'Only a person deletes their own account, by a mailed code; then nothing in the database names them, and a restored backup deletes them again [6.3.1, 8.2.2, 14.2.7]',
} as const;

/** The title of the test for a statement. */
export function statement(number: keyof typeof STATEMENTS): string {
  return `${number}. ${STATEMENTS[number]}`;
}
