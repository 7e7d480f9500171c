import { statedPay } from '#shared/contract/stated-pay.ts';
import { formatPay } from '#shared/format/pay.ts';

/**
 * The fields of a job that a source can change, with their columns. If a field has several columns, an edit of one of
 * them counts as an edit of the whole field.
 */
export const FIELD_COLUMNS = {
  title: ['title'],
  type: ['type', 'workplace', 'employment'],
  location: ['location', 'more_places', 'addresses'],
  description: ['description', 'summary', 'summary_truncated'],
  pay: ['salary', 'pay_minimum', 'pay_maximum', 'pay_currency', 'pay_unit'],
  applyurl: ['applyurl', 'applyemail'],
  validthrough: ['validthrough'],
} as const;

export type JobField = keyof typeof FIELD_COLUMNS;

export const JOB_FIELDS = Object.keys(FIELD_COLUMNS).filter(isJobField);

export function isJobField(text: string): text is JobField {
  return Object.hasOwn(FIELD_COLUMNS, text);
}

/** The field to which a column belongs; undefined if sources do not change the column. */
export function fieldOf(column: string): JobField | undefined {
  for (const [field, columns] of Object.entries(FIELD_COLUMNS)) {
    if (columns.some((name) => name === column) && isJobField(field)) return field;
  }
  return undefined;
}

/** The fields of a row of `jobs`, each as the text that people read. */
export function fieldsOf(row: Record<string, unknown> | null): Record<JobField, string> {
  const text = (name: string) => (typeof row?.[name] === 'string' ? String(row[name]) : '');
  const joined = (...names: string[]) => names.map(text).filter(Boolean).join('; ');
  return {
    title: text('title'),
    type: [...new Set([text('type'), text('workplace'), text('employment')])]
      .filter(Boolean)
      .join(', '),
    location: joined('location', 'more_places'),
    description: text('description'),
    pay: payOf(row) || text('salary'),
    applyurl: joined('applyurl', 'applyemail'),
    validthrough: text('validthrough'),
  };
}

function payOf(row: Record<string, unknown> | null): string {
  const pay = statedPay.safeParse({
    minimum: row?.pay_minimum,
    maximum: row?.pay_maximum,
    currency: row?.pay_currency,
    unit: row?.pay_unit,
  });
  return pay.data ? formatPay(pay.data) : '';
}
