import type { FastifyInstance, FastifyRequest } from 'fastify';
import { html } from 'ghtml';
import { type PageLook, plainPage } from '#server/plain-page.ts';
import type { Problem } from '#shared/contract/problem.ts';
import { apiDescription } from '#shared/outside-paths.ts';
import { pages } from '#shared/paths.ts';
import { logProblem, sendLoggedProblem } from './error-handler.ts';

/**
 * Every error leaves without a stack trace or a line of SQL: as a problem for programs, as a page for a person who goes
 * somewhere and gets nothing because of a failure, or of too many requests.
 */
export function handleErrors(app: FastifyInstance, look: PageLook): void {
  app.setErrorHandler((error, request, reply) => {
    const logged = logProblem(error, request);
    const { status, problem, headers } = logged;
    const isPassing = status === 429 || status >= 500;
    if (!isPassing || !isForPerson(request)) return sendLoggedProblem(logged, reply);
    return reply
      .code(status)
      .headers({ 'cache-control': 'no-store', ...headers })
      .type('text/html; charset=utf-8')
      .send(failedPage(look, problem));
  });
}

function isForPerson({ url, headers }: FastifyRequest): boolean {
  const isApi = url.startsWith('/api/') && !url.startsWith(apiDescription.docs());
  return !isApi && headers.accept?.includes('text/html') === true;
}

function failedPage(look: PageLook, { status, detail, requestid }: Problem): string {
  const heading = status === 500 ? 'That did not work' : 'One moment, please';
  return plainPage(
    look,
    heading,
    html`
<p><a class="link" href="${pages.home()}">${look.siteName}</a></p>
<h1 class="section-title">${heading}</h1>
<p>${detail}</p>
<p><a class="button" href="">Try again</a></p>
!${requestid ? html`<p class="plain-note">If it goes on: this is request ${requestid}.</p>` : ''}`,
  );
}
