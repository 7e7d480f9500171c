/** What XML 1.0 can hold in no way, not even by number: https://www.w3.org/TR/xml/#charsets */
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** A document without the characters that would make it none. */
export function withoutForbidden(document: string): string {
  return document.replace(NOT_XML, '');
}
