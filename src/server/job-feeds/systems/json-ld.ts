import { scriptsOf } from './parse-page.ts';

/** The maximum number of values that are visited in a page's structured data. */
const MAX_VALUES = 20_000;

/** An object of JSON-LD. https://www.w3.org/TR/json-ld11/ */
export type JsonLdObject = Record<string, unknown>;

/**
 * Finds the job postings in the structured data of a page, wherever they are nested, in their order.
 * https://schema.org/JobPosting
 */
export function findJobPostings(html: string): JsonLdObject[] {
  const postings: JsonLdObject[] = [];
  let left = MAX_VALUES;
  const visit = (value: unknown) => {
    // Use a stack instead of recursion, because the data may be nested deeply.
    const waiting = [value];
    while (waiting.length > 0 && left > 0) {
      const next = waiting.pop();
      left -= 1;
      if (Array.isArray(next)) waiting.push(...next.slice(0, MAX_VALUES).reverse());
      else if (isObject(next)) {
        if (isOfType(next, 'JobPosting')) postings.push(next);
        else waiting.push(...Object.values(next).reverse());
      }
    }
  };
  for (const script of scriptsOf(html, isJsonLd)) visit(parse(script));
  return postings;
}

function isJsonLd({ type = '' }: Record<string, string>): boolean {
  return /^\s*application\/ld\+json\b/i.test(type);
}

export function isObject(value: unknown): value is JsonLdObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether an object has a type of schema.org, with or without its namespace. */
function isOfType(object: JsonLdObject, type: string): boolean {
  return [object['@type']]
    .flat()
    .some((each) => typeof each === 'string' && each.replace(/^.*[/:]/, '') === type);
}

/**
 * Parses the JSON in a script, which may have comments around it or line breaks in its texts, as some pages write it.
 * Returns undefined if the text is not JSON.
 */
function parse(script: string): unknown {
  const json = withoutComment(script).replace(/(?![\n\r\t])\p{Cc}/gu, ' ');
  for (const text of [json, json.replace(/[\n\r\t]/g, ' ')]) {
    try {
      return JSON.parse(text);
    } catch (error) {
      // Ignore invalid JSON, because other scripts of the page may be valid.
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return undefined;
}

/** Removes the comment or CDATA section around the text of a script. Takes time in proportion to its length. */
function withoutComment(script: string): string {
  const start = script.replace(/^\s*(?:<!--|(?:\/\/\s*)?<!\[CDATA\[)/, '');
  let end = start.trimEnd();
  if (end.endsWith(';')) end = end.slice(0, -1).trimEnd();
  for (const mark of ['-->', ']]>']) {
    if (end.endsWith(mark)) return end.slice(0, -mark.length).trimEnd().replace(/\/\/$/, '');
  }
  return start;
}
