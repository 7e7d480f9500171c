/**
 * Rows in the text format of COPY: https://www.postgresql.org/docs/current/sql-copy.html#SQL-COPY-FILE-FORMATS
 */

const COLUMNS = {
  companies: 'id name description summary summary_truncated website created_at updated_at'.split(
    ' ',
  ),
  jobs: 'id company_id title type location description summary summary_truncated salary pay_minimum pay_maximum pay_currency pay_unit applyurl date closed_at updated_at'.split(
    ' ',
  ),
};

/** The minimum length of a chunk in characters. */
const CHUNK = 1 << 20;

/** @param {keyof typeof COLUMNS} table */
export function copyStatement(table) {
  return `copy ${table} (${COLUMNS[table].join(', ')}) from stdin`;
}

/**
 * All companies of a board, in chunks.
 * @param {ReturnType<typeof import('./board.mjs').makeBoard>} board
 */
export function* companyRows(board) {
  yield* chunks(0, board.companyCount, (number) => {
    const company = board.company(number);
    return [
      company.id,
      company.name,
      company.description,
      company.summary,
      company.summary_truncated,
      company.website,
      company.created_at,
      company.created_at,
    ];
  });
}

/**
 * All jobs of a board, in chunks.
 * @param {ReturnType<typeof import('./board.mjs').makeBoard>} board
 */
export function* jobRows(board) {
  yield* chunks(0, board.rowCount, (number) => {
    const job = board.job(number);
    return [
      job.id,
      job.company_id,
      job.title,
      job.type,
      job.location,
      job.description,
      job.summary,
      job.summary_truncated,
      job.salary,
      job.pay_minimum,
      job.pay_maximum,
      job.pay_currency,
      job.pay_unit,
      job.applyurl,
      job.date,
      job.closed_at,
      job.closed_at ?? job.date,
    ];
  });
}

/**
 * @param {number} from
 * @param {number} to
 * @param {(number: number) => (string | number | boolean | null)[]} row
 */
function* chunks(from, to, row) {
  let chunk = '';
  for (let number = from; number < to; number++) {
    chunk += `${row(number).map(copyText).join('\t')}\n`;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

/** @type {Record<string, string>} */
const ESCAPES = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** @param {string | number | boolean | null} value */
export function copyText(value) {
  if (value === null) return '\\N';
  return typeof value === 'string'
    ? value.replace(/[\\\n\r\t]/g, (special) => ESCAPES[special] ?? special)
    : String(value);
}
