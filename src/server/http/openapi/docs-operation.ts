import { STATUS_CODES } from 'node:http';
import { html } from 'ghtml';
import { formatType, json, prose, rowsOf, table } from './docs-text.ts';
import {
  type Header,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Reply,
  resolve,
} from './document.ts';

type Call = { method: string; path: string; operation: Operation };

/** One operation, to be read: what it takes, what it answers, and how it is called. */
export function operationSection(document: OpenApiDocument, call: Call): string {
  const { method, path, operation } = call;
  const { operationId, summary, description, requestBody } = operation;
  const parameters = (operation.parameters ?? []).map((one) => resolve(document, one));
  const replies = Object.entries(operation.responses).map(
    ([status, reply]) => [status, resolve<Reply>(document, reply)] as const,
  );
  return html`
<section class="api-operation" id="${operationId}" aria-labelledby="${operationId}-title">
<h3 id="${operationId}-title"><a class="plain-link" href="#${operationId}"><span class="api-method" data-method="${method}">${method.toUpperCase()}</span> <code>!${breakable(path)}</code></a></h3>
<p>!${prose(summary)}.</p>
<p class="api-quiet">${description} <code>${operationId}</code></p>
!${parameters.length > 0 ? details('Parameters', parametersTable(parameters)) : ''}
!${requestBody ? details('Body', bodyOf(requestBody.content)) : ''}
!${details('Replies', `${replies.map((reply) => replyOf(document, ...reply)).join('')}${REFUSED}`)}
!${details('Example', exampleOf(document, call, parameters))}
</section>`;
}

function details(title: string, content: string): string {
  return html`<details class="api-details"><summary>${title}</summary>!${content}</details>`;
}

/** A path may end its line before each slash. */
const breakable = (path: string) => html`${path}`.replaceAll('/', '<wbr>/');

function parametersTable(parameters: Parameter[]): string {
  const places = [
    ['path', 'In the path'],
    ['query', 'In the query'],
    ['header', 'Headers'],
  ] as const;
  return places
    .map(([place, caption]) => {
      const rows = parameters.filter((one) => one.in === place);
      if (rows.length === 0) return '';
      return table(
        rows.map(({ required = false, ...row }) => ({ ...row, required })),
        caption,
      );
    })
    .join('');
}

function bodyOf(content: NonNullable<Operation['requestBody']>['content']): string {
  return Object.entries(content)
    .map(([type, { schema }]) => {
      const rows = rowsOf(schema);
      if (rows.length > 0) return table(rows, type);
      return html`<p><code>${type}</code>: !${formatType(schema)}</p>`;
    })
    .join('');
}

/** What all refusals are: told once. */
const PROBLEM = 'application/problem+json';
const REFUSED = html`<p class="api-reply">What is refused is answered with <code>${PROBLEM}</code>: !${formatType({ $ref: 'Problem' })}.</p>`;

function replyOf(document: OpenApiDocument, status: string, reply: Reply): string {
  const { description, headers = {}, content = {} } = reply;
  const types = Object.entries(content)
    .filter(([type]) => type !== PROBLEM)
    .map(([type, { schema }]) => html` <code>${type}</code>: !${formatType(schema)}.`);
  const names = Object.entries(headers).map(([name, header]) => {
    const { description: meaning } = resolve<Header>(document, header);
    return html`<br><small><code>${name}</code>: !${prose(meaning)}</small>`;
  });
  return html`<p class="api-reply"><b>${status} ${STATUS_CODES[status]}</b><br>!${prose(description)}!${types}!${names}</p>`;
}

function exampleOf(
  document: OpenApiDocument,
  { method, path, operation }: Call,
  parameters: Parameter[],
): string {
  const [answered] = Object.entries(operation.responses).map(
    ([, reply]) => resolve<Reply>(document, reply).content?.['application/json'],
  );
  return html`<pre class="api-code"><code>${curl(document, method, path, operation, parameters)}</code></pre>
!${answered ? html`<p class="api-quiet">answers</p><pre class="api-code"><code>${json(answered.example)}</code></pre>` : ''}`;
}

/** A command for a POSIX shell. */
function curl(
  { servers: [server] }: OpenApiDocument,
  method: string,
  path: string,
  { security, requestBody }: Operation,
  parameters: Parameter[],
): string {
  const values = (place: Parameter['in']) =>
    parameters.flatMap(({ in: where, name, example, required }): [string, string][] =>
      // A header that may be left out means something else each time.
      where === place && example !== undefined && (required || place !== 'header')
        ? [[name, String(example)]]
        : [],
    );
  const query = String(new URLSearchParams(values('query')));
  const filled = values('path').reduce(
    (address, [name, value]) => address.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  );
  const body = requestBody?.content['application/json'];
  const file = requestBody?.content['multipart/form-data'];
  const [field] = file ? rowsOf(file.schema) : [];
  const parts = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${quoted(`${server?.url}${filled}${query && `?${query}`}`)}`,
    ...(security.length > 0 ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...values('header').map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body
      ? ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body.example))}`]
      : []),
    ...(field ? [`-F ${field.name}=@logo.png`] : []),
  ];
  return parts.join(' \\\n  ');
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
