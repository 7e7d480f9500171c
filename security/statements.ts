/**
 * What the board promises on the open internet, each held by one test that is named after it (`security`, and
 * `e2e/security` where it takes a browser). In brackets: OWASP ASVS 5.0.
 * https://github.com/OWASP/ASVS/tree/v5.0.0
 */
export const STATEMENTS = {
  1: 'A logo whose bytes are not an accepted image is refused [5.2.2]',
  2: 'A body over the limit is refused without being kept whole, and a picture of too many pixels at once [5.2.1, 5.2.6]',
  3: 'Every hostile SVG is refused or drawn anew, and nothing runs where the result is opened [1.3.4, 1.5.1, 3.2.1]',
  4: 'Uploads are served as what they are stored as, and may load and run nothing [3.2.1, 3.4.4, 5.4.1]',
  5: 'The server makes the name of an upload; the given one reaches neither disk nor header [5.3.2, 5.4.2]',
  6: 'An upload takes the right role, and a refused one leaves nothing behind [8.2.2]',
  7: 'Every route answers everybody as one written matrix says [8.1.1, 8.2.1]',
  8: 'Another company’s admin changes nothing and is told nothing [8.2.2, 8.4.1]',
  9: 'Fields that are not the caller’s to write change nothing, and replies carry documented fields alone [8.2.3, 15.3.1, 15.3.3]',
  10: 'Closed, expired and deleted jobs are in no list, search, count, sitemap, feed, embed or structured data [2.2.3, 8.2.2]',
  11: 'All of it holds for calls that no page of the board makes [2.2.2, 8.3.1]',
  12: 'A token that is forged, foreign, stale or for something else opens nothing, and no address in it is followed [9.1.1 to 9.2.3, 10.3.1]',
  13: 'After signing in, neither storage nor the address holds a token [10.1.1, 14.2.1]',
  14: 'People sign in by the code flow with PKCE, state and nonce, and an answer nobody asked for is refused [10.1.2, 10.2.1, 10.4.4, 10.4.6]',
  15: 'Logging out ends the provider’s session and leaves nothing private behind [7.4.1, 14.3.1]',
  16: 'Cookies are for the board’s own requests alone, and nothing that another site can send changes anything [3.3.1 to 3.3.4, 3.5.1 to 3.5.3]',
  17: 'A person is the provider’s subject and never an e-mail address, and a role that is taken away is gone at the next call [7.4.2, 10.3.3]',
  18: 'Every answer says what it may load and run, in which frames it may stand, and how it may be taken [3.4.1 to 3.4.6]',
  19: 'What people write never runs, wherever it shows [1.2.1 to 1.2.3, 1.3.1]',
  20: 'No foreign origin is let in, and nobody is sent to an address that is not listed [3.4.2, 3.7.2]',
  21: 'Each parameter refuses what it cannot be, and none of it is an error of the server [1.2.4, 2.2.1, 15.3.5 to 15.3.7]',
  22: 'Signing in, writing, uploading and searching are limited for each address, whatever it says of itself [2.4.1, 4.1.3, 15.3.4]',
  23: 'Failures tell nothing of the inside, and a database that is gone is answered quickly and comes back by itself [2.3.3, 16.5.1 to 16.5.3]',
  24: 'Nothing may take for ever, and nothing is served but what is meant to be [13.4.1 to 13.4.5]',
  25: 'The log tells who did what in lines that nobody can forge, and holds no secret [16.2.1 to 16.4.1]',
  26: 'A role that is taken away while a request is under way writes nothing more [7.4.2, 8.2.1]',
  27: 'A role is given by account id, or by an address that the identity provider states as verified, never by one that a person wrote [6.1.1, 8.2.1]',
  28: 'An import changes nothing that a person edited, brings nothing back that a person deleted, and closes most of a board’s jobs only when told to [2.3.2, 8.2.2]',
  29: 'A client that sends requests and reads no responses is cut off, and costs others nothing [2.4.1, 15.2.2]',
  30: 'A request has one response, whatever is wrong with its framing [4.2.1]',
  31: 'While the database is away, cached pages are served for a bounded time and evicted when it is back; all else is refused [2.3.3, 16.5.2]',
  32: 'One network holds at most a fifth of the connections for public reads, and a read that takes too long is ended [2.4.1, 15.2.2]',
  33: 'A board that is busy is ready; one whose database is away is not [13.1.2]',
  34: 'Processes open as many database connections as they are allowed, and say when those are too many [13.1.2]',
  35: 'A search that keeps the database busy counts as many against its network [2.4.1]',
} as const;

/** The name of a statement's test. */
export function statement(number: keyof typeof STATEMENTS): string {
  return `${number}. ${STATEMENTS[number]}`;
}
