import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { memoryPages, validateXML, type XMLLintOptions } from 'xmllint-wasm';

/** The schemas in this folder, which come from https://www.sitemaps.org/protocol.html. */
type Schema = 'sitemap' | 'siteindex';

/**
 * Validates documents with libxml2 and returns its errors. Each document must be well-formed XML and, with a schema,
 * valid. Pass all documents in one call, because starting libxml2 takes longer than reading a document.
 */
export async function xmlFaults(documents: string | string[], schema?: Schema): Promise<string[]> {
  const check: Pick<XMLLintOptions, 'xml'> = {
    xml: [documents].flat().map((document, index) => ({
      fileName: `document-${index + 1}.xml`,
      contents: Buffer.from(document),
    })),
  };
  const memory = { maxMemoryPages: memoryPages.GiB };
  const { errors } = await validateXML(
    schema
      ? { ...check, ...memory, schema: [await readFile(fileOf(schema), 'utf8')] }
      : { ...check, ...memory, normalization: 'c14n' },
  );
  return errors.map(({ rawMessage }) => rawMessage);
}

function fileOf(schema: Schema): string {
  return join(import.meta.dirname, `${schema}.xsd`);
}
