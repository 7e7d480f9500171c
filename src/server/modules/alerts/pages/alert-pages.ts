import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { alert_addresses } from '#server/db/alert-tables.ts';
import type { BoardDatabase } from '#server/db/client.ts';
import { isId } from '#server/http/api/cursor.ts';
import { ProblemError } from '#server/http/api/problem.ts';
import { scriptHash } from '#server/http/pages/page-scripts.ts';
import type { PageLook } from '#server/http/pages/plain-page.ts';
import { addLogContext } from '#server/http/plugins/request-log.ts';
import { clientNetwork } from '#server/http/rate-limits/client-network.ts';
import { newAlert } from '#shared/contract/alerts.ts';
import { ALERT_FREQUENCIES } from '#shared/domain/alerts.ts';
import type { BoardRules } from '#shared/domain/board-rules.ts';
import { isTimeZone } from '#shared/domain/time-zone.ts';
import { alertPages } from '#shared/urls/outside-paths.ts';
import { type JobSearch, newAlertPage, queryString } from '#shared/urls/paths.ts';
import {
  changeFrequency,
  changeTimeZone,
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
import { UNCONFIRMED_ALERT_DAYS } from '../retention/commands.ts';
import { readNames, searchOf } from '../searches/describe-searches.ts';
import { knownZone } from '../subscribe/known-zone.ts';
import { previewSearch, readSearch } from '../subscribe/preview-search.ts';
import { type AlertMailer, subscribe } from '../subscribe/subscribe.ts';
import {
  askedPage,
  confirmedPage,
  confirmPage,
  endedPage,
  endQuestionPage,
  erasedPage,
  eraseQuestionPage,
  FULL,
  invalidLinkPage,
  keepQuestionPage,
  keptPage,
  managePage,
  newAlertForm,
  noMailPage,
  refusedFormPage,
  TIME_ZONE_SCRIPT,
} from './page-texts.ts';

type Options = {
  db: BoardDatabase;
  look: PageLook;
  mailer: AlertMailer;
  rules: Pick<BoardRules, 'timeZone'>;
};

type Params = { Params: { token: string } };

const DAY = 86_400_000;

/** The maximum size of a form (bytes). */
const MAX_FORM_BYTES = 16_384;

type Handler = (link: AlertLink, form: URLSearchParams, reply: FastifyReply) => Promise<unknown>;

/**
 * The pages of the links in mails of alerts, and the form without scripts. Opening a link changes nothing, because mail
 * scanners open links; a POST request does, without a cookie. https://www.rfc-editor.org/rfc/rfc8058
 */
export async function alertPageRoutes(
  app: FastifyInstance,
  { db, look, mailer, rules }: Options,
): Promise<void> {
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, body),
  );

  app.get(newAlertPage(), { config: { rateLimitName: 'search' } }, async ({ url }, reply) => {
    const asked = readSearch(url.replace(/^[^?]*/, ''));
    if (!mailer.outbox.canSend) return send(reply, noMailPage(look, queryString(asked)), 503);
    reply.allowScripts([scriptHash(TIME_ZONE_SCRIPT)]);
    return send(reply, newAlertForm(look, { ...(await preview(asked)), timeZone: rules.timeZone }));
  });

  const preview = async (asked: JobSearch) => {
    const { search, typed, jobs, hasMore } = await previewSearch(db, asked);
    const query = queryString(search);
    return { query, typed, names: await readNames(db, [query]), jobs: jobs.length, hasMore };
  };

  app.post(
    alertPages.subscribe(),
    { config: { rateLimitName: 'alert' } },
    async (request, reply) => {
      const form: Record<string, string> = Object.fromEntries(formOf(request));
      const back = newAlertPage(searchOf(form.search ?? ''));
      const given = newAlert.safeParse(form);
      try {
        if (!given.success) {
          const invalid = given.error.issues.map(({ path }) => path[0]);
          const shown = await preview(readSearch(form.search ?? ''));
          const state = { ...shown, timeZone: rules.timeZone, given: form, invalid };
          return send(reply, newAlertForm(look, state), 400);
        }
        const { timezone, ...alert } = given.data;
        await subscribe(
          db,
          {
            ...alert,
            timeZone: knownZone(timezone, rules.timeZone),
            network: clientNetwork(request),
          },
          mailer,
        );
        return send(reply, askedPage(look, alert.email));
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        return send(reply, refusedFormPage(look, error.message, back), error.status);
      }
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
    const names = await readNames(
      db,
      [...confirmed, ...unconfirmed].map(({ query }) => query),
    );
    return {
      confirmed,
      waiting: unconfirmed.filter(({ frequency }) => frequency !== 'never'),
      ended: unconfirmed.filter(({ frequency }) => frequency === 'never'),
      names,
    };
  };
  const manageUrl = (address: AlertAddress) =>
    alertPages.manage(createLinkToken(address, 'manage'));

  const showConfirmed = async (id: string, reply: FastifyReply, surplus = 0) => {
    const { confirmed, names } = await read(id);
    const [address] = await db.select().from(alert_addresses).where(eq(alert_addresses.id, id));
    if (!address) return send(reply, erasedPage(look));
    const state = { confirmed, surplus, pause: address.pause_reason };
    return send(reply, confirmedPage(look, { ...state, names, manage: manageUrl(address) }));
  };

  addPage(
    'confirm',
    async (link, _, reply) => {
      const { waiting, names } = await read(link.address.id);
      if (waiting.length === 0) return showConfirmed(link.address.id, reply);
      return send(reply, confirmPage(look, { waiting, chosen: askedBy(link, waiting), names }));
    },
    async (link, form, reply) => {
      const { id } = link.address;
      const { waiting, names } = await read(id);
      const chosen = idsIn(form);
      if (waiting.length > 0 && chosen.length === 0) {
        return send(reply, confirmPage(look, { waiting, chosen, names, isMissing: true }), 400);
      }
      return showConfirmed(id, reply, await confirmAlerts(db, link.address, chosen));
    },
  );

  /** The alerts that an ending link is about: those that still send mails, and those that have ended. */
  const endedBy = async ({ address, alerts }: AlertLink) => {
    const { confirmed, ended, names } = await read(address.id);
    const sending = confirmed.filter(
      ({ id, frequency }) => frequency !== 'never' && (alerts.length === 0 || alerts.includes(id)),
    );
    const past = [...confirmed, ...ended].filter(
      ({ id, frequency }) => frequency === 'never' && alerts.includes(id),
    );
    return { sending, past, names };
  };
  const queriesOf = (rows: AlertRow[]) => rows.map(({ query }) => query);

  const showEnded = (
    { address }: AlertLink,
    reply: FastifyReply,
    rows: AlertRow[],
    names: Map<string, string>,
  ) => {
    const hasAccount = address.account_id !== null;
    return send(reply, endedPage(look, { queries: queriesOf(rows), names, hasAccount }));
  };

  addPage(
    'end',
    async (link, _, reply) => {
      const { sending, past, names } = await endedBy(link);
      if (sending.length === 0) return showEnded(link, reply, past, names);
      return send(reply, endQuestionPage(look, { queries: queriesOf(sending), names }));
    },
    // Mail programs repeat requests, so the response is the same once the alerts have ended.
    async (link, _, reply) => {
      const { sending, past, names } = await endedBy(link);
      await endAlerts(
        db,
        link.address,
        sending.map(({ id }) => id),
      );
      return showEnded(link, reply, sending.length > 0 ? sending : past, names);
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
    const { address, pause_reason: pause, account_id, time_zone: timeZone } = link.address;
    const hasAccount = account_id !== null;
    const managed = { email: address ?? '', pause, hasAccount, timeZone, ...(await read(id)) };
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
        case 'confirm': {
          const surplus = await confirmAlerts(db, address, idsIn(form));
          return show(surplus > 0 ? FULL : 'The alert is confirmed.');
        }
        case 'delete':
          if (alert) await deleteAlert(db, address, alert);
          return show('The alert is deleted.');
        case 'pause':
          await setPaused(db, address, true);
          return show('All emails are paused.');
        case 'resume':
          await setPaused(db, address, false);
          return show('All emails are resumed.');
        case 'zone': {
          const zone = form.get('timezone') ?? '';
          if (!isTimeZone(zone)) return show('Choose your time zone.');
          await changeTimeZone(db, address, zone);
          return show('Your time zone is saved.');
        }
        case 'end': {
          const { sending, names } = await endedBy({ ...link, alerts: [] });
          await endAlerts(db, address);
          if (address.account_id !== null) return show('All emails have ended.');
          return showEnded(link, reply, sending, names);
        }
        case 'download':
          return noStore(reply)
            .type('application/json; charset=utf-8')
            .header('content-disposition', 'attachment; filename="job-alerts.json"')
            .send(JSON.stringify(await readAddressData(db, address), null, 2));
        case 'erase': {
          const { confirmed, waiting, names } = await read(address.id);
          const queries = queriesOf([...confirmed, ...waiting]);
          const hasAccount = address.account_id !== null;
          const erased = { email: address.address ?? '', hasAccount, queries, names };
          return send(reply, eraseQuestionPage(look, erased));
        }
        case 'manage':
          return showManagePage(link, reply, token);
        case 'erase-now':
          await eraseAddress(db, address);
          return send(reply, erasedPage(look));
        default:
          return show('This form is incomplete. Go back and choose an action.');
      }
    },
  );
}

const formOf = ({ body }: FastifyRequest) => new URLSearchParams(String(body ?? ''));

/** The ids of alerts in a form. */
function idsIn(form: URLSearchParams): string[] {
  return form.getAll('alert').filter(isId);
}

/**
 * The ids of alerts for which a confirming link asks: those that were entered since its mail, as the next mail comes a day
 * later. If they are confirmed, all that wait.
 */
function askedBy({ alerts, expiresAt }: AlertLink, waiting: AlertRow[]): string[] {
  const sentAt = (expiresAt?.getTime() ?? 0) - UNCONFIRMED_ALERT_DAYS * DAY;
  const asked = waiting.filter(
    ({ id, created_at }) => alerts.includes(id) || created_at.getTime() >= sentAt,
  );
  return (asked.length > 0 ? asked : waiting).map(({ id }) => id);
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
