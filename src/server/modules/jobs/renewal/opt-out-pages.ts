import type { FastifyInstance, FastifyReply } from 'fastify';
import { html } from 'ghtml';
import { loadKeys } from '#server/auth/embedded-provider/keys.ts';
import type { Database } from '#server/db/client.ts';
import { type PageLook, plainPage } from '#server/http/pages/plain-page.ts';
import { addLogContext } from '#server/http/plugins/request-log.ts';
import { optOutPage } from '#shared/urls/outside-paths.ts';
import { pages } from '#shared/urls/paths.ts';
import { setReminders } from './commands.ts';
import { readOptOutToken } from './opt-out-token.ts';
import { findLinkRecipient, wantsReminders } from './queries.ts';

type Options = { db: Database; look: PageLook };

type Params = { Params: { token: string } };

/** The maximum size of a form (bytes). */
const MAX_FORM_BYTES = 4_096;

/**
 * The page of the link with which a person ends the mails about closing dates. Opening it changes nothing, because mail
 * scanners open links. A POST request ends the mails, without a cookie: from the form of the page, or from a mail program
 * ("one-click unsubscribe"), which sends either type of form. https://www.rfc-editor.org/rfc/rfc8058
 */
export async function optOutPages(app: FastifyInstance, { db, look }: Options): Promise<void> {
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, body),
  );

  /** Finds the account of a link; undefined if the link is not valid, or the account was deleted. */
  async function findPerson(token: string) {
    const key = readOptOutToken(await loadKeys(db), token);
    if (!key) return undefined;
    return (await findLinkRecipient(db, key))?.id;
  }

  app.get<Params>(
    optOutPage(':token'),
    { config: { rateLimitName: 'write' } },
    async ({ params }, reply) => {
      const person = await findPerson(params.token);
      if (!person) return send(reply, invalidPage(look), 404);
      const areWanted = await wantsReminders(db, person);
      return send(reply, areWanted ? questionPage(look) : endedPage(look));
    },
  );

  app.post<Params>(
    optOutPage(':token'),
    { config: { rateLimitName: 'write' } },
    async (request, reply) => {
      const person = await findPerson(request.params.token);
      if (!person) {
        addLogContext(request, { reason: 'invalid link' });
        return send(reply, invalidPage(look), 404);
      }
      const form = new URLSearchParams(String(request.body ?? ''));
      const areWanted = form.get('reminders') === 'on';
      await setReminders(db, person, areWanted);
      return send(reply, areWanted ? resumedPage(look) : endedPage(look));
    },
  );
}

function send(reply: FastifyReply, page: string, status = 200) {
  return (
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      // The path contains the token.
      .header('x-robots-tag', 'noindex')
      .header('referrer-policy', 'no-referrer')
      .send(page)
  );
}

function page(look: PageLook, heading: string, content: string): string {
  return plainPage(
    look,
    heading,
    html`
<p><a class="link" href="${pages.home()}">${look.site.name}</a></p>
<h1 class="section-title">${heading}</h1>
!${content}`,
  );
}

const button = (value: 'on' | 'off', label: string) =>
  html`<form method="post"><button name="reminders" value="${value}" class="button">${label}</button></form>`;

function questionPage(look: PageLook): string {
  return page(
    look,
    'End these emails?',
    html`<p>You will then get neither the email before your jobs close nor the one when they have closed. The jobs still close on their closing dates.</p>
!${button('off', 'End these emails')}`,
  );
}

function endedPage(look: PageLook): string {
  return page(
    look,
    'You get no more of these emails',
    html`<p>You get neither the email before your jobs close nor the one when they have closed. The jobs still close on their closing dates.</p>
!${button('on', 'Get these emails again')}`,
  );
}

function resumedPage(look: PageLook): string {
  return page(
    look,
    'You get these emails again',
    html`<p>You get an email before your jobs close, and one when they have closed.</p>
!${button('off', 'End these emails')}`,
  );
}

function invalidPage(look: PageLook): string {
  return page(
    look,
    'This link is not valid',
    html`<p>The link is incomplete or too old. End these emails in My Account. If you have deleted your account, you get no more of them anyway.</p>
<p><a class="button" href="${pages.account()}">My Account</a></p>`,
  );
}
