import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { codeMail } from '#server/auth/embedded-provider/code-mail.ts';
import { passkeyMail } from '#server/auth/embedded-provider/passkey-mail.ts';
import type { Database } from '#server/db/client.ts';
import type { Mail, Outbox } from '#server/mail/outbox.ts';
import { mailHtml } from '#server/mail/template.ts';
import { usefulMail } from '#server/modules/alerts/addresses/ask-usefulness.ts';
import { claimMails } from '#server/modules/claims/mail/claim-mails.ts';
import { invitationMails } from '#server/modules/teams/mail/invitation-mails.ts';
import { toPlainDate } from '#shared/domain/plain-date.ts';
import { type IsolatedServer, startIsolatedServer } from '../isolated-server.ts';
import { accessToken, makeOlder, makeOverdue } from '../server-data.ts';
import { demoPerson } from '../sign-in.ts';

/** A mail as a mail program shows it. */
export type MailPicture = { name: string; html: string };

const LONG_TITLE = `Senior Principal Engineer for ${'Donaudampfschifffahrt'.repeat(5)} and Storage`;
const REASON =
  'The text does not say what the work is. Add two or three sentences about it, and name the city where people work.';

/** Causes each mail that the board sends, and returns the mails, the earliest first. */
export async function causeMails(): Promise<MailPicture[]> {
  const board = await startIsolatedServer({ JOB_REVIEW: 'all' });
  try {
    await causeMailsOf(board);
    return [...(await queuedMails()), ...(await capturedMails(board))];
  } finally {
    await board.stop();
  }
}

/** Calls the API of a board as one of the demo people. Throws if the call is refused. */
type Call = <Reply = { id: string }>(method: string, path: string, body?: object) => Promise<Reply>;

async function callAs(
  board: IsolatedServer,
  role: Parameters<typeof demoPerson>[0],
): Promise<Call> {
  const token = await accessToken(demoPerson(role).email, board);
  return async (method, path, body) => {
    const response = await fetch(`${board.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text ? JSON.parse(text) : {};
  };
}

/** Causes the mails about a job, a team and an account. */
async function causeMailsOf(board: IsolatedServer): Promise<void> {
  const [admin, employer, member] = await Promise.all([
    callAs(board, 'siteadmin'),
    callAs(board, 'companyadmin'),
    callAs(board, 'user'),
  ]);
  const employerId = encodeURIComponent(demoPerson('companyadmin').id);
  const { company } = await employer<{ company: string }>('GET', `/accounts/${employerId}`);
  const job = {
    title: 'Weaver',
    type: 'Full-Time',
    location: 'Lisbon',
    salary: '$60K - $70K',
    description: 'You will weave.',
    applyurl: 'https://loom.example/apply',
    company: { id: company },
  };

  // A new job and an edit, each rejected and approved.
  const { id } = await employer('POST', '/jobs', { ...job, title: LONG_TITLE });
  await admin('POST', `/job-drafts/${id}/reject`, { reason: REASON });
  await employer('PUT', `/job-drafts/${id}`, job);
  await employer('POST', `/job-drafts/${id}/submit`);
  await admin('POST', `/job-drafts/${id}/approve`);
  await employer('PUT', `/jobs/${id}`, { ...job, title: 'Head Weaver' });
  await admin('POST', `/job-drafts/${id}/reject`, { reason: REASON });
  await employer('PUT', `/jobs/${id}`, { ...job, title: 'First Weaver' });
  await admin('POST', `/job-drafts/${id}/approve`);

  // An invitation, and a claim that is first rejected and then approved, so that the owner gets a notice.
  await employer('POST', `/companies/${company}/invitations`, { email: 'mary@loom.example' });
  const website = 'https://loom.example';
  const loom = await admin('POST', '/companies', {
    name: 'Loom',
    description: 'We weave.',
    website,
  });
  const proven = await member('POST', '/claims', { company: { id: loom.id } });
  await member('POST', `/claims/${proven.id}/code`, { email: 'ada@loom.example' });
  const claim = await member('POST', '/claims', { company: { id: company } });
  await member('POST', `/claims/${claim.id}/submit`, { message: 'I work there.' });
  await admin('POST', `/claims/${claim.id}/reject`, { reason: REASON });
  await member('POST', `/claims/${claim.id}/submit`, { message: 'I work there in the office.' });
  await admin('POST', `/claims/${claim.id}/approve`);

  // Another name of the company, first rejected and then approved.
  const renamed = { id: company, description: 'We weave.', website: 'https://loom.example' };
  for (const decide of ['reject', 'approve']) {
    await employer('PUT', `/companies/${company}`, { ...renamed, name: 'Weavers of Bergen' });
    const { results } = await employer<{ results: { id: string }[] }>(
      'GET',
      `/companies/${company}/renames`,
    );
    const body = decide === 'reject' ? { reason: REASON } : undefined;
    await admin('POST', `/renames/${results[0]?.id}/${decide}`, body);
  }

  // A report that is answered, and the code that confirms the deletion of an account.
  const report = { reason: 'wrong', text: 'The city is wrong.', email: 'grace@example.org' };
  await member('POST', `/jobs/${id}/reports`, report);
  const reported = await admin<{ results: { reports: { id: string }[] }[] }>(
    'GET',
    '/reported-jobs',
  );
  await admin('POST', `/reported-jobs/${id}/resolve`, {
    reports: reported.results[0]?.reports.map((one) => one.id),
    answer: 'The city is right now. Thank you for telling us.',
  });
  await member('POST', '/personal-data/deletion-code');

  // A job that three people report as fraud, and that is among what waits for a site admin: the task that mails what
  // waits runs at startup.
  for (const person of [admin, employer, member]) {
    await person('POST', `/jobs/${id}/reports`, { reason: 'scam', text: 'They ask for money.' });
  }

  // The question whether jobs are still open: the task that asks runs at startup.
  const soon = toPlainDate(new Date(Date.now() + 5 * 24 * 60 * 60 * 1_000));
  const closing = await admin('POST', '/jobs', { ...job, title: LONG_TITLE, validthrough: soon });
  await makeOlder(board, [closing.id]);
  // The mail about jobs that have closed: the task that closes them runs at startup, too.
  const closed = [
    await admin('POST', '/jobs', { ...job, title: LONG_TITLE }),
    await admin('POST', '/jobs', { ...job, title: 'Spinner' }),
  ];
  await makeOverdue(
    board,
    closed.map((one) => one.id),
  );
  await causeAlerts(board, admin, job);
  await board.restart('SIGTERM');
}

/** Causes a mail with one new job, and one with more than it shows. Jobs are matched and mailed at startup. */
async function causeAlerts({ url }: IsolatedServer, admin: Call, job: object): Promise<void> {
  for (const search of ['glazier', 'tiler']) {
    await fetch(`${url}/api/alerts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        search: `?q=${search}`,
        email: `${search}@example.com`,
        frequency: 'immediate',
      }),
    });
    const list = await (await fetch(`${url}/dev/mail`)).text();
    const [, mail] = /href="(\/dev\/mail\/[^"]+)">Confirm your job alert/.exec(list) ?? [];
    const text = await (await fetch(`${url}${mail}/html`)).text();
    const [, link = ''] = /href="([^"]+\/alerts\/confirm\/[^"]+)"/.exec(text) ?? [];
    const form = await (await fetch(link)).text();
    const [, alert = ''] = /name="alert" value="([^"]+)"/.exec(form) ?? [];
    await fetch(link, { method: 'POST', body: new URLSearchParams({ do: 'confirm', alert }) });
  }
  await admin('POST', '/jobs', { ...job, title: 'Glazier' });
  for (let number = 1; number <= 24; number += 1) {
    await admin('POST', '/jobs', { ...job, title: `Tiler ${number}`, location: 'Lisbon; Porto' });
  }
}

/** The mails of a sign-in with a mailed code, which a board on a loopback address does not send, and rare ones. */
async function queuedMails(): Promise<MailPicture[]> {
  const site = { name: 'Composable Jobs', origin: 'https://jobs.example' };
  const queued: Mail[] = [];
  const outbox: Outbox = {
    canSend: true,
    async queue(_, mail) {
      queued.push(mail);
      return 'queued';
    },
  };
  // Queuing these mails does not use the database, so no transaction is needed.
  const tx = undefined as unknown as Database;
  const email = 'ada@example.com';
  const sendCode = codeMail(outbox, site);
  const sending = { id: randomUUID(), expiresAt: new Date(), turn: 0 };
  await sendCode(tx, { email, code: '4829 1305', sending });
  const notify = passkeyMail(outbox, site);
  await notify(tx, { email, name: 'Laptop at work' });
  const id = randomUUID();
  const claims = claimMails(outbox, site);
  const owner = { id, name: 'Grace', provenEmail: 'grace@loom.example' };
  const takesEffectAt = new Date('2026-11-30T08:30:00Z');
  const recipients = { owners: [email], siteAdmins: [] };
  await claims.notifyObjectors(tx, recipients, { id, company: 'Loom', owner, takesEffectAt });
  const invitations = invitationMails(outbox, site);
  const sender = { verified_email: email, blocked_at: null };
  await invitations.notifySender(tx, sender, {
    company: { id, name: 'Loom' },
    person: { id, name: 'Grace', verified_email: 'grace@loom.example' },
    invitation: { role: 'editor', email: 'grace@loom.example' },
  });
  const secret = { link_secret: 'secret', created_at: takesEffectAt, useful_at: takesEffectAt };
  const address = { ...secret, id, address: email, account_id: null, time_zone: 'UTC' };
  const alertSite = site;
  queued.push({
    ...usefulMail({ ...address, asked_at: null, paused_at: null, pause_reason: null }, alertSite),
    to: email,
  });
  return queued.map(({ subject, content }) => ({ name: subject, html: mailHtml(site, content) }));
}

/** The mails that the board has captured. The last ones come from tasks at startup. */
async function capturedMails({ url }: IsolatedServer): Promise<MailPicture[]> {
  const read = async (path: string) => (await fetch(`${url}${path}`)).text();
  const list = async () => [
    ...(await read('/dev/mail')).matchAll(/href="(\/dev\/mail\/[^"]+)">([^<]*)</g),
  ];
  for (const subject of [/ closes on /, / have closed /, / waits? /, /^New jobs from/])
    await expectMail(list, subject);
  const rows = (await list()).reverse();
  return Promise.all(
    rows.map(async ([, path = '', subject = '']) => ({
      name: subject,
      html: await read(`${path}/html`),
    })),
  );
}

async function expectMail(list: () => Promise<RegExpExecArray[]>, text: RegExp): Promise<void> {
  await expect
    .poll(async () => (await list()).some(([, , subject]) => text.test(subject ?? '')))
    .toBe(true);
}
