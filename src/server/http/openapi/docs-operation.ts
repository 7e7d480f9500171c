import { STATUS_CODES } from 'node:http';
import { html } from 'ghtml';
import { formatType, json, prose, rowsOf, table } from './docs-text.ts';
import {
  type Header,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type ResponseObject,
  resolve,
} from './document.ts';

type Call = { method: string; path: string; operation: Operation };

/** Renders the HTML article of an operation: parameters, request body, responses and an example. */
export function operationArticle(document: OpenApiDocument, call: Call): string {
  const { method, path, operation } = call;
  const { operationId, summary, description, requestBody } = operation;
  const parameters = (operation.parameters ?? []).map((one) => resolve(document, one));
  const responses = Object.entries(operation.responses).map(
    ([status, response]) => [status, resolve<ResponseObject>(document, response)] as const,
  );
  return html`
<article class="api-operation" id="${operationId}" aria-labelledby="${operationId}-title">
<h3 id="${operationId}-title"><a class="plain-link" href="#${operationId}"><span class="api-method" data-method="${method}">${method.toUpperCase()}</span> <code>!${breakable(path)}</code></a></h3>
<p>!${prose(summary)}.</p>
<p class="api-muted">${description} <code>${operationId}</code></p>
!${parameters.length > 0 ? details('Parameters', parametersTable(parameters)) : ''}
!${requestBody ? details('Body', bodyOf(requestBody.content)) : ''}
!${details('Responses', `${responses.map((response) => responseOf(document, ...response)).join('')}${REFUSED}`)}
!${details('Example', exampleOf(document, call, parameters))}
</article>`;
}

function details(title: string, content: string): string {
  return html`<details class="api-details"><summary>${title}</summary>!${content}</details>`;
}

/** Allows a line break before each slash of a path. */
const breakable = (path: string) => html`${path}`.replaceAll('/', '<wbr>/');

function parametersTable(parameters: Parameter[]): string {
  const locations = [
    ['path', 'In the path'],
    ['query', 'In the query'],
    ['header', 'Headers'],
  ] as const;
  return locations
    .map(([location, caption]) => {
      const rows = parameters.filter((one) => one.in === location);
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

/** The media type of all errors. The page describes their schema only once. */
const PROBLEM = 'application/problem+json';
const REFUSED = html`<p class="api-response">Errors are <code>${PROBLEM}</code>: !${formatType({ $ref: 'Problem' })}.</p>`;

function responseOf(document: OpenApiDocument, status: string, response: ResponseObject): string {
  const { description, headers = {}, content = {} } = response;
  const types = Object.entries(content)
    .filter(([type]) => type !== PROBLEM)
    .map(([type, { schema }]) => html` <code>${type}</code>: !${formatType(schema)}.`);
  const names = Object.entries(headers).map(([name, header]) => {
    const { description: meaning } = resolve<Header>(document, header);
    return html`<br><small><code>${name}</code>: !${prose(meaning)}</small>`;
  });
  return html`<p class="api-response"><b>${status} ${STATUS_CODES[status]}</b><br>!${prose(description)}!${types}!${names}</p>`;
}

function exampleOf(
  document: OpenApiDocument,
  { method, path, operation }: Call,
  parameters: Parameter[],
): string {
  const [success] = Object.entries(operation.responses).map(
    ([, response]) => resolve<ResponseObject>(document, response).content,
  );
  const { 'application/json': object, 'text/csv': file } = success ?? {};
  const example = file ? String(file.example) : object && json(object.example);
  return html`<pre class="api-code"><code>${curl(document, method, path, operation, parameters)}</code></pre>
!${example === undefined ? '' : html`<p class="api-muted">Response</p><pre class="api-code"><code>${example}</code></pre>`}`;
}

/** A `curl` command for a POSIX shell. */
function curl(
  { servers: [server] }: OpenApiDocument,
  method: string,
  path: string,
  { security, requestBody }: Operation,
  parameters: Parameter[],
): string {
  const values = (location: Parameter['in']) =>
    parameters.flatMap(({ in: parameterLocation, name, example, required }): [string, string][] =>
      // Leave out optional headers, because their values come from earlier responses.
      parameterLocation === location && example !== undefined && (required || location !== 'header')
        ? [[name, String(example)]]
        : [],
    );
  const query = String(new URLSearchParams(values('query')));
  const filled = values('path').reduce(
    (template, [name, value]) => template.replace(`{${name}}`, encodeURIComponent(value)),
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
