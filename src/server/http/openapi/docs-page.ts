import { html } from 'ghtml';
import type { BoardLook } from '#shared/brand/board-look.ts';
import { apiDescription } from '#shared/urls/outside-paths.ts';
import { pages } from '#shared/urls/paths.ts';
import { htmlDocument, type PageLook } from '../pages/plain-page.ts';
import { operationArticle } from './docs-operation.ts';
import { formatType, prose, rowsOf, schemaAnchor, table } from './docs-text.ts';
import type { OpenApiDocument, Operation } from './document.ts';

/** The logo of the board, or its sign. */
const signPicture = ({ picture, logo }: BoardLook): string => html`<picture>
!${logo?.dark ? html`<source srcset="${logo.dark}" media="(prefers-color-scheme: dark)">` : ''}
<img src="${picture}" alt="" width="28" height="28" class="size-7 object-contain">
</picture>`;

type Call = { method: string; path: string; operation: Operation };

/** Renders the OpenAPI document as an HTML page. */
export function docsPage(document: OpenApiDocument, boardLook: PageLook): string {
  const { info, tags, components } = document;
  const calls: Call[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const groups = tags.map((tag) => ({
    ...tag,
    anchor: `about-${tag.name}`,
    calls: calls.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const schemas = Object.entries(components.schemas);
  const { site, styleSheets } = boardLook;
  const look = { ...boardLook, styleSheets: [...styleSheets, '/static/api-docs.css'] };
  const head = html`<link rel="service-desc" type="application/json" href="${apiDescription.openApi()}">`;
  const body = html`
<a class="skip-link" href="#content">Skip to content</a>
<header class="site-header">
<div class="page-width api-bar">
<a class="wordmark" href="${pages.home()}">!${signPicture(site.look)}<span>${site.name}</span></a>
<a class="bar-link" href="${apiDescription.openApi()}">OpenAPI</a>
</div>
</header>
<main id="content" tabindex="-1" class="page-width page-space api-page">
<div class="api-head">
<h1 class="page-title">${info.title}</h1>
<p class="lead">${info.summary}</p>
<p class="api-muted">Version ${info.version} · ${info.license.name} · for programs: <a class="link" href="${apiDescription.openApi()}">openapi.json</a></p>
</div>
<nav class="api-contents" aria-label="Contents">
!${groups.map(
    ({ name, anchor, calls }) => html`
<p><a class="plain-link tap-target" href="#${anchor}">${name}</a></p>
<ul>!${calls.map(
      ({ method, operation: { operationId } }) => html`
<li><a class="plain-link tap-target" href="#${operationId}"><span class="api-method" data-method="${method}">${method.toUpperCase()}</span> ${operationId}</a></li>`,
    )}</ul>`,
  )}
<p><a class="plain-link tap-target" href="#schemas">Schemas</a></p>
</nav>
<div class="api-body">
!${[...info.description.split('\n\n'), ...Object.values(components.securitySchemes).map(({ description }) => description)].map((paragraph) => html`<p>!${prose(paragraph)}</p>`)}
!${groups.map(
    ({ name, anchor, description, calls }) => html`
<section id="${anchor}" aria-labelledby="${anchor}-title">
<h2 class="section-title" id="${anchor}-title">${name}</h2>
<p>!${prose(description)}</p>
!${calls.map((call) => operationArticle(document, call))}
</section>`,
  )}
<section id="schemas" aria-labelledby="schemas-title">
<h2 class="section-title" id="schemas-title">Schemas</h2>
!${schemas.map(
    ([name, schema]) => html`
<article class="api-operation" id="${schemaAnchor(name)}" aria-labelledby="${schemaAnchor(name)}-title">
<h3 id="${schemaAnchor(name)}-title">${name}</h3>
!${typeof schema.description === 'string' ? html`<p>!${prose(schema.description)}</p>` : ''}
!${rowsOf(schema).length > 0 ? table(rowsOf(schema), `Fields of ${name}`) : html`<p>!${formatType(schema)}</p>`}
</article>`,
  )}
</section>
</div>
</main>`;
  return htmlDocument(look, 'API', { head, body });
}
