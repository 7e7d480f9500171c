/**
 * The names of the characters from U+00A0 on, in their order.
 * https://html.spec.whatwg.org/multipage/named-characters.html
 */
const LATIN_1 = `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para
  middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave
  Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc
  Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc
  iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml`;

/** The names of other characters that job descriptions contain, with their code points (hexadecimal). */
const OTHERS = `quot 22, amp 26, apos 27, lt 3c, gt 3e, num 23, dollar 24, percnt 25, lpar 28, rpar 29, ast 2a, plus 2b, comma
  2c, period 2e, sol 2f, colon 3a, semi 3b, equals 3d, quest 3f, excl 21, commat 40, lsqb 5b, rsqb 5d, lowbar
  5f, Amacr 100, amacr 101, Abreve 102, abreve 103, Aogon 104, aogon 105, Cacute 106, cacute 107, Ccaron 10c,
  ccaron 10d, Dcaron 10e, dcaron 10f, Dstrok 110, dstrok 111, Emacr 112, emacr 113, Eogon 118, eogon 119, Ecaron
  11a, ecaron 11b, Gbreve 11e, gbreve 11f, Imacr 12a, imacr 12b, Idot 130, inodot 131, Lstrok 141, lstrok 142,
  Nacute 143, nacute 144, Ncaron 147, ncaron 148, Odblac 150, odblac 151, OElig 152, oelig 153, Rcaron 158,
  rcaron 159, Sacute 15a, sacute 15b, Scedil 15e, scedil 15f, Scaron 160, scaron 161, tcedil 163, Tcaron 164,
  tcaron 165, Umacr 16a, umacr 16b, Uring 16e, uring 16f, Udblac 170, udblac 171, Yuml 178, Zacute 179, zacute
  17a, Zdot 17b, zdot 17c, Zcaron 17d, zcaron 17e, ensp 2002, emsp 2003, thinsp 2009, zwnj 200c, zwj 200d, lrm
  200e, rlm 200f, hyphen 2010, ndash 2013, mdash 2014, lsquo 2018, rsquo 2019, sbquo 201a, ldquo 201c, rdquo
  201d, bdquo 201e, dagger 2020, Dagger 2021, bull 2022, bullet 2022, hellip 2026, permil 2030, prime 2032,
  Prime 2033, lsaquo 2039, rsaquo 203a, frasl 2044, euro 20ac, trade 2122, larr 2190, rarr 2192, harr 2194,
  minus 2212, infin 221e, ne 2260, asymp 2248, le 2264, ge 2265, star 2606, starf 2605, check 2713`;

const CHARACTERS = new Map([
  ...LATIN_1.split(/\s+/).map((name, index) => [name, String.fromCharCode(0xa0 + index)] as const),
  ...OTHERS.split(/,\s+/).map((entry) => {
    const [name = '', code = ''] = entry.split(' ');
    return [name, String.fromCharCode(Number.parseInt(code, 16))] as const;
  }),
]);

/** Matches a character reference that ends with a semicolon. */
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]\w{1,7}));/gi;

/** The maximum number of times that a text is escaped. */
const MAX_TIMES = 3;

/** Replaces the character references in a text, which may be escaped several times. Unknown references stay. */
export function decodeReferences(text: string): string {
  let decoded = text;
  for (let times = 0; times < MAX_TIMES && decoded.includes('&'); times += 1) {
    const before = decoded;
    decoded = decoded.replace(
      REFERENCE,
      (reference, decimal?: string, hex?: string, name?: string) =>
        (name === undefined
          ? characterOf(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal))
          : CHARACTERS.get(name)) ?? reference,
    );
    if (decoded === before) break;
  }
  return decoded;
}

function characterOf(code: number): string | undefined {
  const isCharacter = code >= 0x20 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : undefined;
}
