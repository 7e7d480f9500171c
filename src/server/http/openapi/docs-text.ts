import { html } from 'ghtml';
import type { JsonSchema } from '#shared/contract/json-schema.ts';

// In the templates below, `!${…}` inserts raw HTML; other values are escaped.
// https://github.com/gurgunday/ghtml

/** Converts a description to HTML. The only Markdown in descriptions is inline code. */
export function prose(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))
    .join('');
}

export const schemaAnchor = (name: string) => `schema-${name}`;

const asSchema = (value: unknown) => (value ?? {}) as JsonSchema;

/** Describes the type of a value in words, as HTML. */
export function formatType(schema: JsonSchema): string {
  const { $ref, anyOf, type, items, enum: values, maxLength, minimum, maximum, format } = schema;
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? '';
    return html`<a class="link" href="#${schemaAnchor(name)}">${name}</a>`;
  }
  if (Array.isArray(anyOf)) {
    return [...new Set(anyOf.map((one) => formatType(asSchema(one))))].join(' or ');
  }
  if (Array.isArray(values)) {
    const codes = values.map((value) => (value === '' ? 'empty' : html`<code>${value}</code>`));
    return codes.length === 1 ? (codes[0] ?? '') : `one of ${codes.join(', ')}`;
  }
  if (type === 'array') {
    const { prefixItems } = schema;
    if (Array.isArray(prefixItems)) return `${prefixItems.length} numbers`;
    return `list of ${formatType(asSchema(items))}`;
  }
  if (type === 'integer') {
    if (maximum === undefined) return 'whole number';
    return html`whole number from ${minimum} to ${maximum}`;
  }
  if (type === 'string') {
    if (schema.pattern === '^\\s*$') return 'empty';
    const kind = typeof format === 'string' ? (FORMATS[format] ?? format) : 'text';
    return maxLength === undefined ? kind : html`${kind}, at most ${maxLength} characters`;
  }
  return typeof type === 'string' ? (TYPES[type] ?? type) : 'anything';
}

const FORMATS: Record<string, string> = {
  uuid: 'id',
  date: 'date, such as 2026-11-30',
  'date-time': 'timestamp (ISO 8601)',
  uri: 'URL',
};

const TYPES: Record<string, string> = {
  boolean: 'true or false',
  number: 'number',
  null: 'null',
  object: 'object',
};

type Row = { name: string; required: boolean; schema: JsonSchema; description?: string };

/** The fields of an object, including those of nested objects. */
export function rowsOf(schema: JsonSchema, prefix = ''): Row[] {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(asSchema(schema.properties)).flatMap(([name, value]) => {
    const { description, ...field } = asSchema(value);
    const path = `${prefix}${name}`;
    const row: Row = {
      name: path,
      required: required.includes(name),
      schema: field,
      ...(typeof description === 'string' && { description }),
    };
    return [row, ...rowsOf(innerObject(field), `${path}.`)];
  });
}

/** The object schema of a field or of its list items. */
function innerObject(field: JsonSchema): JsonSchema {
  const options = Array.isArray(field.anyOf) ? field.anyOf.map(asSchema) : [field];
  return options.find(({ properties }) => properties) ?? asSchema(field.items);
}

export function table(rows: Row[], caption: string): string {
  return html`<table class="api-table">
<caption>${caption}</caption>
<colgroup><col class="api-name"><col></colgroup>
<thead><tr><th scope="col">Name</th><th scope="col">Description</th></tr></thead>
<tbody>!${rows.map(
    ({ name, required, schema, description }) => html`
<tr><th scope="row"><code>${name}</code>!${required ? '<br><small>required</small>' : ''}</th>
<td>!${description ? html`!${prose(description)}<br>` : ''}<small>!${formatType(schema)}!${defaultOf(schema)}</small></td></tr>`,
  )}</tbody>
</table>`;
}

function defaultOf({ default: value }: JsonSchema): string {
  if (value === undefined || value === '') return '';
  return html`; default <code>${String(value)}</code>`;
}

export const json = (value: unknown) => JSON.stringify(value, null, 2);
