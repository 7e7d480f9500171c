import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BoardDatabase } from '#server/db/client.ts';
import { isId } from '#server/http/api/cursor.ts';
import { ProblemError } from '#server/http/api/problem.ts';
import { scriptHash } from '#server/http/pages/page-scripts.ts';
import type { PageLook } from '#server/http/pages/plain-page.ts';
import { addLogContext } from '#server/http/plugins/request-log.ts';
import { clientNetwork } from '#server/http/rate-limits/client-network.ts';
import { newAlert } from '#shared/contract/alerts.ts';
import { ALERT_FREQUENCIES } from '#shared/domain/alerts.ts';
import { alertPages } from '#shared/urls/outside-paths.ts';
import { newAlertPage, queryString } from '#shared/urls/paths.ts';
import {
  changeFrequency,
  confirmAlerts,
  deleteAlert,
  endAlerts,
  eraseAddress,
  setPaused,
} from '../commands.ts';
import {
  type AlertAddress,
  type AlertLink,
  createLinkToken,
  type LinkPurpose,
  readLink,
} from '../links/alert-links.ts';
import { type AlertRow, listAlerts, readAddressData } from '../queries.ts';
import { readCompanyNames, searchOf } from '../searches/describe-searches.ts';
import { knownZone } from '../subscribe/known-zone.ts';
import { previewSearch, readSearch } from '../subscribe/preview-search.ts';
import { type AlertSite, subscribe } from '../subscribe/subscribe.ts';
import {
  askedPage,
  confirmedPage,
  confirmPage,
  endedPage,
  endQuestionPage,
  erasedPage,
  invalidFormPage,
  invalidLinkPage,
  keepQuestionPage,
  keptPage,
  managePage,
  newAlertForm,
  noMailPage,
  TIME_ZONE_SCRIPT,
} from './page-texts.ts';

type Options = { db: BoardDatabase; look: PageLook; site: AlertSite; timeZone: string };

type Params = { Params: { token: string } };

/** The maximum size of a form (bytes). */
const MAX_FORM_BYTES = 16_384;

type Handler = (link: AlertLink, form: URLSearchParams, reply: FastifyReply) => Promise<unknown>;

/**
 * The pages of the links in mails of alerts, and the form without scripts. Opening a link changes nothing, because mail
 * scanners open links; a POST request does, without a cookie. https://www.rfc-editor.org/rfc/rfc8058
 */
export async function alertPageRoutes(
  app: FastifyInstance,
  { db, look, site, timeZone }: Options,
): Promise<void> {
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, body),
  );

  app.get(newAlertPage(), { config: { rateLimitName: 'search' } }, async ({ url }, reply) => {
    const asked = readSearch(url.replace(/^[^?]*/, ''));
    if (!site.outbox.canSend) return send(reply, noMailPage(look, queryString(asked)), 503);
    const { search, typed, jobs, hasMore } = await previewSearch(db, asked);
    const query = queryString(search);
    const names = await readCompanyNames(db, [query]);
    const form = { query, typed, names, jobs: jobs.length, hasMore, timeZone };
    reply.allowScripts([scriptHash(TIME_ZONE_SCRIPT)]);
    return send(reply, newAlertForm(look, form));
  });

  app.post(
    alertPages.subscribe(),
    { config: { rateLimitName: 'alert' } },
    async (request, reply) => {
      const form = Object.fromEntries(formOf(request));
      const back = newAlertPage(searchOf(form.search ?? ''));
      const given = newAlert.safeParse(form);
      if (!given.success) {
        const [issue] = given.error.issues;
        return send(reply, invalidFormPage(look, describeIssue(issue), back), 400);
      }
      const { timezone, ...alert } = given.data;
      try {
        await subscribe(
          db,
          { ...alert, timeZone: knownZone(timezone, timeZone), network: clientNetwork(request) },
          site,
        );
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        return send(reply, invalidFormPage(look, error.message, back), error.status);
      }
      return send(reply, askedPage(look, alert.email));
    },
  );

  /** Adds the page of a link, which `show` shows and `change` changes. */
  function addPage(purpose: LinkPurpose, show: Handler, change: Handler): void {
    const handle =
      (handler: Handler) => async (request: FastifyRequest<Params>, reply: FastifyReply) => {
        const link = await readLink(db, purpose, request.params.token);
        if (!link) {
          addLogContext(request, { reason: 'invalid link' });
          return send(reply, invalidLinkPage(look), 404);
        }
        return handler(link, formOf(request), reply);
      };
    const path = alertPages[purpose](':token');
    app.get<Params>(path, { config: { rateLimitName: 'write' } }, handle(show));
    app.post<Params>(path, { config: { rateLimitName: 'write' } }, handle(change));
  }

  const read = async (addressId: string) => {
    const { confirmed, unconfirmed } = await listAlerts(db, addressId);
    const names = await readCompanyNames(
      db,
      [...confirmed, ...unconfirmed].map(({ query }) => query),
    );
    return { confirmed, unconfirmed, names };
  };
  const manageUrl = (address: AlertAddress) =>
    alertPages.manage(createLinkToken(address, 'manage'));

  addPage(
    'confirm',
    async ({ address, alerts }, _, reply) => {
      const { confirmed, unconfirmed, names } = await read(address.id);
      if (unconfirmed.length > 0) {
        return send(reply, confirmPage(look, { waiting: unconfirmed, chosen: alerts, names }));
      }
      return send(reply, confirmedPage(look, { confirmed, names, manage: manageUrl(address) }));
    },
    async ({ address }, form, reply) => {
      await confirmAlerts(db, address, idsIn(form));
      const { confirmed, names } = await read(address.id);
      return send(reply, confirmedPage(look, { confirmed, names, manage: manageUrl(address) }));
    },
  );

  /** The alerts that an ending link is about, as far as they still send mails. */
  const endedBy = async ({ address, alerts }: AlertLink) => {
    const { confirmed, names } = await read(address.id);
    const isMeant = ({ id, frequency }: AlertRow) =>
      frequency !== 'never' && (alerts.length === 0 || alerts.includes(id));
    return { ended: confirmed.filter(isMeant), names };
  };

  addPage(
    'end',
    async (link, _, reply) => {
      const { ended, names } = await endedBy(link);
      if (ended.length === 0) return send(reply, invalidLinkPage(look), 404);
      return send(
        reply,
        endQuestionPage(look, { queries: ended.map(({ query }) => query), names }),
      );
    },
    async (link, _, reply) => {
      const { ended, names } = await endedBy(link);
      if (ended.length === 0) return send(reply, invalidLinkPage(look), 404);
      await endAlerts(
        db,
        link.address,
        ended.map(({ id }) => id),
      );
      return send(reply, endedPage(look, { queries: ended.map(({ query }) => query), names }));
    },
  );

  addPage(
    'keep',
    async (_, __, reply) => send(reply, keepQuestionPage(look)),
    async ({ address }, _, reply) => {
      await setPaused(db, address, false);
      return send(reply, keptPage(look, manageUrl(address)));
    },
  );

  const showManagePage = async (
    { address: { id } }: AlertLink,
    reply: FastifyReply,
    token: string,
    notice?: string,
  ) => {
    const link = await readLink(db, 'manage', token);
    // Without its last alert, the address is deleted.
    if (!link) return send(reply, erasedPage(look));
    const { address, pause_reason: pause, account_id } = link.address;
    const alerts = await read(id);
    const managed = { email: address ?? '', pause, hasAccount: account_id !== null, ...alerts };
    return send(reply, managePage(look, managed, notice));
  };

  addPage(
    'manage',
    async (link, _, reply) => showManagePage(link, reply, createLinkToken(link.address, 'manage')),
    async (link, form, reply) => {
      const { address } = link;
      const token = createLinkToken(address, 'manage');
      const [alert = ''] = idsIn(form);
      const show = (notice: string) => showManagePage(link, reply, token, notice);
      switch (form.get('do')) {
        case 'change': {
          const frequency = ALERT_FREQUENCIES.find((one) => one === form.get('frequency'));
          if (!frequency || !alert) return show('Choose how often.');
          await changeFrequency(db, address, alert, frequency);
          return show('The change is saved.');
        }
        case 'confirm':
          await confirmAlerts(db, address, idsIn(form));
          return show('The alert is confirmed.');
        case 'delete':
          if (alert) await deleteAlert(db, address, alert);
          return show('The alert is deleted.');
        case 'pause':
          await setPaused(db, address, true);
          return show('All emails are paused.');
        case 'resume':
          await setPaused(db, address, false);
          return show('All emails are resumed.');
        case 'end':
          await endAlerts(db, address);
          return show('All emails have ended.');
        case 'download':
          return noStore(reply)
            .type('application/json; charset=utf-8')
            .header('content-disposition', 'attachment; filename="job-alerts.json"')
            .send(JSON.stringify(await readAddressData(db, address), null, 2));
        case 'erase':
          await eraseAddress(db, address);
          return send(reply, erasedPage(look));
        default:
          return show('Choose what to do.');
      }
    },
  );
}

const formOf = ({ body }: FastifyRequest) => new URLSearchParams(String(body ?? ''));

/** The ids of alerts in a form. */
function idsIn(form: URLSearchParams): string[] {
  return form.getAll('alert').filter(isId);
}

function describeIssue(issue: { path: PropertyKey[]; message: string } | undefined): string {
  const field = issue?.path[0] === 'email' ? 'The email address' : 'The form';
  return `${field} ${issue?.message ?? 'is not valid'}.`;
}

function noStore(reply: FastifyReply): FastifyReply {
  return (
    reply
      .header('cache-control', 'no-store')
      // The path contains the token.
      .header('x-robots-tag', 'noindex')
      .header('referrer-policy', 'no-referrer')
  );
}

function send(reply: FastifyReply, page: string, status = 200) {
  return noStore(reply).code(status).type('text/html; charset=utf-8').send(page);
}
