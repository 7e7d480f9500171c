import { html } from 'ghtml';
import type { Problem } from '#shared/contract/problem.ts';
import { pages } from '#shared/paths.ts';
import { type PageLook, plainPage } from './plain-page.ts';

/** The page for a browser that meets a temporary error: 429 or 5xx. */
export function failedPage(look: PageLook, { status, detail, requestid }: Problem): string {
  const heading = status === 500 ? 'Something went wrong' : 'One moment, please';
  return plainPage(
    look,
    heading,
    html`
<p><a class="link" href="${pages.home()}">${look.siteName}</a></p>
<h1 class="section-title">${heading}</h1>
<p>${detail}</p>
<p><a class="button" href="">Try again</a></p>
!${requestid ? html`<p class="plain-note">If the problem persists, report request ${requestid}.</p>` : ''}`,
  );
}
