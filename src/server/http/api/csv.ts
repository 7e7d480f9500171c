import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';

/** A file in CSV. Its rows are read while the file is sent. */
export type CsvFile = {
  /** The name of the file, in ASCII. */
  name: string;
  header: readonly string[];
  rows: AsyncIterable<readonly string[]>;
};

/**
 * Writes a file in CSV. Rows are read only as fast as the client reads the stream. If the stream is destroyed, because
 * its client has left, the iteration of the rows ends. Cells that a spreadsheet would run as a formula get an
 * apostrophe in front.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvStream({ header, rows }: CsvFile): Readable {
  const text = stringify({
    header: true,
    columns: [...header],
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    escape_formulas: true,
    // Add a byte order mark. Without it, Excel would read the file in a local encoding.
    bom: true,
  });
  // The error need not be handled here: the stream that is sent reports it, too, which ends the response.
  pipeline(Readable.from(rows), text, () => {});
  return text;
}

/** The number of rows that are read at once. */
const BATCH = 500;

/**
 * Reads all rows of a list in batches, with a separate query for each batch. Between two batches, a slow client holds
 * neither a connection nor a snapshot of the database.
 * @param readPage reads up to `limit` rows after the row `after`
 * @param size the number of rows that are read at once
 */
export async function* inBatches<Row>(
  readPage: (page: { limit: number; after: Row | undefined }) => Promise<Row[]>,
  size = BATCH,
): AsyncGenerator<Row> {
  let after: Row | undefined;
  do {
    const rows = await readPage({ limit: size, after });
    yield* rows;
    after = rows.length < size ? undefined : rows.at(-1);
  } while (after !== undefined);
}
