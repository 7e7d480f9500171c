/** Words for remote work, in several languages. */
const REMOTE_WORK =
  'remote(?:ly)?|work(?:ing)? from (?:home|anywhere)|wfh|home[- ]?(?:based|office)|telecommut\\w*|telework\\w*|fernarbeit|télétravail|teletrabajo|remoto|remota';

/** Matches a search for remote work. */
export const SAYS_REMOTE = new RegExp(`\\b(?:${REMOTE_WORK})\\b`, 'iu');

/** Matches words in a job which mean that people may work from home. */
export const REMOTE = new RegExp(`\\b(?:${REMOTE_WORK}|distributed|virtual|anywhere)\\b`, 'iu');
export const HYBRID = /\b(?:hybrid\w*|híbrido|hibrido|hybride|partly remote|flex(?:ible)?)\b/iu;
export const ON_SITE = /\b(?:on-?site|in[- ]?office|in[- ]?person|vor ort|presencial|sur site)\b/iu;

/** Matches words that name an office, or that promise remote work only in part. */
export const OFFICE =
  /\b(?:offices?|hq\d?|headquarters?|hub|campus|friendly|first|possible|optional|preferred|partly|days?|not)\b/iu;

/** Matches words about the way of working and about offices, which are not names of places. */
export const MANNER =
  /\b(?:100 ?%|fully|remote(?:ly)?|remote[- ]?(?:friendly|first|ok|capable|eligible|optional|possible)|hybrid\w*|híbrido|hibrido|on-?site|in[- ]?office|in[- ]?person|work(?:ing)? from home|wfh|home[- ]?(?:based|office)|based|office location|offices?|hq\d?|headquarters?|head office|hub|campus|only|preferred|telecommute|virtual|distributed|flexible|multiple locations|various locations|various|locations?|field[- ]based|field|presencial|remoto|optional|friendly|eligible|or surrounding areas?|and surrounding areas?|surrounding areas?|nationwide|national|home|warehouse|store|clinic|depending on (?:state|location)|open to|any(?:where)? (?:in|within)|any|all|within|days?|per week|a week|\d+ ?x|time ?zones?|first|local|regional|opportunities|considered|[ECMP][SD]T|CET|CEST|GMT|UTC(?:[+-]\d+)?)\b/giu;

/** Matches words around a name: "Greater Chicago Area". */
export const AROUND =
  /^(?:the |greater |metro(?:politan)? |downtown |central |north(?:ern|east|west)? |south(?:ern|east|west)? |east(?:ern)? |west(?:ern)? |inner |outer |city of |state of |province of |region of |kingdom of |republic of )+|(?: (?:metro(?:politan)?(?: area| region)?|area|region|county|city|district|province|state|metroplex|suburbs?|outskirts|cbd|downtown|city cent(?:er|re)))+$/giu;

/** Matches words that exclude places. */
export const EXCLUDES = /\b(?:non|not|except|excluding|excl|outside|other than|ex)\b/iu;

/** Words to ignore, although small places have these names. */
export const IGNORED =
  /^(?:(?:north|south|east|west)(?:ern)?|central|nord|sud|est|ouest|train|car|to|see|other|corporate|n|s|e|w|a)$/iu;

/** Matches names of countries that are also names of people, or other words. */
export const AMBIGUOUS_COUNTRY = /^(?:jordan|chad|turkey|jersey|georgia|guinea|china)$/iu;

/** Matches separators between alternatives. In capitals, OR means Oregon. */
export const ALTERNATIVES =
  /[;|•·/+]|\s&\s|\s(?:or|and|und|oder|ou|et)\s|^(?:or|and|&)\s|\s(?:OR|AND)\s(?=\p{Lu}\p{L}{3})/u;

/** Matches separators between a place and the area that contains it, or between places. */
export const PARTS =
  /[,()[\]:–—]|\s-\s?|\s?-\s|(?<=\b[A-Z]{2})-(?=\p{Lu}\p{Ll})|(?<=\b[Rr]emote)-|-(?=[Rr]emote\b)/gu;
