import { desc, eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { html } from 'ghtml';
import type { Database } from '#server/db/client.ts';
import { mails } from '#server/db/mail-tables.ts';
import { isId } from '#server/http/api/cursor.ts';
import { notFound, ProblemError } from '#server/http/api/problem.ts';
import { type PageLook, plainPage } from '#server/http/pages/plain-page.ts';
import { isFromThisMachine } from '#server/http/server/this-machine.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import { mailHtml, mailText } from './template.ts';

/** The maximum number of captured mails in the list. */
const LISTED = 50;

const CAPTURED_MAILS_PATH = '/dev/mail';

type Options = { db: Database; look: PageLook; site: LiveSite };

/**
 * The pages with the mails that a board without a mail server has captured, for development. They contain sign-in codes,
 * so only browsers on this machine may read them.
 */
export async function capturedMails(
  app: FastifyInstance,
  { db, look, site }: Options,
): Promise<void> {
  app.addHook('onRequest', async (request) => {
    if (isFromThisMachine(request)) return;
    throw new ProblemError(403, 'This page accepts only browsers on this machine.', {
      reason: 'remote client',
    });
  });

  app.get(CAPTURED_MAILS_PATH, { helmet: PAGE }, async (_, reply) => {
    const rows = await db
      .select({ id: mails.id, to: mails.to_address, subject: mails.subject, at: mails.created_at })
      .from(mails)
      .orderBy(desc(mails.created_at), desc(mails.id))
      .limit(LISTED);
    return send(reply, plainPage(look, 'Mail', listOf(rows)));
  });

  app.get<{ Params: { id: string } }>(
    `${CAPTURED_MAILS_PATH}/:id`,
    { helmet: PAGE },
    async ({ params: { id } }, reply) => {
      const mail = await findMail(db, id);
      const text = mail.content ? mailText(site, mail.content) : 'The content was deleted.';
      return send(reply, plainPage(look, mail.subject, pageOf(mail, text)));
    },
  );

  app.get<{ Params: { id: string } }>(
    `${CAPTURED_MAILS_PATH}/:id/html`,
    { helmet: FRAME },
    async ({ params: { id } }, reply) => {
      const { content } = await findMail(db, id);
      if (!content) throw notFound('email');
      return send(reply, mailHtml(site, content));
    },
  );
}

/** The Content-Security-Policy of the pages. */
const PAGE = {
  enableCSPNonces: false,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      fontSrc: ["'self'"],
      imgSrc: ["'self'"],
      frameSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
};

/** The Content-Security-Policy of the frame that shows a mail. In it, nothing runs, and nothing is loaded. */
const FRAME = {
  enableCSPNonces: false,
  frameguard: false,
  // A sandboxed frame has an opaque origin, and Chromium warns about the header in such a frame.
  originAgentCluster: false,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: ["'unsafe-inline'"],
      baseUri: ["'none'"],
      formAction: ["'none'"],
      frameAncestors: ["'self'"],
      sandbox: ['allow-popups', 'allow-popups-to-escape-sandbox'],
    },
  },
};

async function findMail(db: Database, id: string) {
  const [mail] = isId(id) ? await db.select().from(mails).where(eq(mails.id, id)) : [];
  if (!mail) throw notFound('email');
  return mail;
}

function listOf(rows: { id: string; to: string; subject: string; at: Date }[]): string {
  const items = rows.map(
    ({ id, to, subject, at }) => html`
<li><a class="link" href="${CAPTURED_MAILS_PATH}/${id}">${subject}</a><br>
<small>To ${to}, <time datetime="${at.toISOString()}">${at.toISOString()}</time></small></li>`,
  );
  return html`
<h1 class="section-title">Mail</h1>
!${rows.length > 0 ? html`<ul>!${items}</ul>` : '<p>No emails yet. Reload this page after the next one.</p>'}
<p class="plain-hint">No mail server is configured, so emails do not leave this machine.</p>`;
}

function pageOf(mail: typeof mails.$inferSelect, text: string): string {
  return html`
<p><a class="link" href="${CAPTURED_MAILS_PATH}">All emails</a></p>
<h1 class="section-title">${mail.content?.subject ?? mail.subject}</h1>
<p>To ${mail.to_address}</p>
!${
    mail.content
      ? html`<iframe width="100%" height="480" sandbox="allow-popups allow-popups-to-escape-sandbox"
  src="${CAPTURED_MAILS_PATH}/${mail.id}/html" title="The email as HTML"></iframe>`
      : ''
  }
<h2 class="field-label">Text</h2>
<p>!${text.split('\n').map((line) => html`${line}<br>`)}</p>`;
}

function send(reply: FastifyReply, page: string) {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page);
}
