/** Types for two packages that have none. Only the parts that the tests use are declared. */

/** https://www.npmjs.com/package/@marbec/web-auto-extractor */
declare module '@marbec/web-auto-extractor' {
  // biome-ignore lint/style/noDefaultExport: required by the package
  export default class WebAutoExtractor {
    constructor(options?: { addLocation?: boolean });
    parse(html: string): object;
  }
}

/** https://www.npmjs.com/package/@adobe/structured-data-validator */
declare module '@adobe/structured-data-validator' {
  type Issue = { severity: 'ERROR' | 'WARNING'; issueMessage: string };
  // biome-ignore lint/style/noDefaultExport: required by the package
  export default class Validator {
    /** @param schema the vocabulary of schema.org as JSON-LD */
    constructor(schema: { '@graph': object[] });
    validate(extracted: object): Promise<Issue[]>;
  }
}
