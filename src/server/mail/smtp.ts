import { Readable } from 'node:stream';
import type { NodemailerError } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SmtpServer } from '#server/platform/config/mail-settings.ts';
import { errorCode } from '#server/platform/errors.ts';

/**
 * The result of an attempt to send a mail. `temporary`: the mail was not accepted but may be later. `permanent`: the
 * mail server refuses it for good. `unknown`: the connection ended after the server had received the message, or a part
 * of it.
 */
export type Delivery =
  | { outcome: 'accepted' }
  | { outcome: 'temporary' | 'unknown'; reason: string }
  | {
      outcome: 'permanent';
      reason: string;
      /** Whether the server refuses the recipient, and not the message or the board as the sender. */
      isOfRecipient: boolean;
    };

/** The time limits for the phases of an attempt (ms). */
export type SmtpTimeouts = {
  /** For resolving the name of the mail server, connecting, and TLS. */
  connect: number;
  greeting: number;
  /** For each response of the server. */
  response: number;
  /** For the whole attempt, because a server could send its responses byte by byte. */
  attempt: number;
  /** For the server's last response, if this process stops while the message is being sent. */
  stop: number;
};

export const SMTP_TIMEOUTS: SmtpTimeouts = {
  connect: 15_000,
  greeting: 15_000,
  response: 60_000,
  attempt: 120_000,
  stop: 8_000,
};

/** How long the client waits for the server when it ends a connection (ms). */
const CLOSE_TIMEOUT = 1_000;

/** The maximum length of a response of the server (bytes). */
const MAX_RESPONSE_BYTES = 64 * 1024;

/** The maximum length of the reason for a failure that is stored (characters). */
const MAX_REASON_LENGTH = 300;

/**
 * The SMTP commands that the server may refuse because of this mail. If it refuses any other command, for example
 * because of a wrong password, it refuses all mails until an operator corrects the settings.
 */
const COMMANDS_OF_MAIL = ['MAIL FROM', 'RCPT TO', 'DATA'];

/**
 * The status codes that say that the recipient gets no mail: a bad address, or a mailbox that is disabled.
 * https://www.rfc-editor.org/rfc/rfc3463#section-3
 */
const REFUSED_RECIPIENT = /^5\.(?:1\.\d{1,3}|2\.1)$/;

/** The reply codes that say so if a server sends no status code. https://www.rfc-editor.org/rfc/rfc5321#section-4.2.3 */
const REFUSED_MAILBOX = [550, 551, 553];

/** The reply code for "Authentication required". https://www.rfc-editor.org/rfc/rfc4954#section-6 */
const AUTHENTICATION_REQUIRED = 530;

type Options = {
  timeouts?: SmtpTimeouts;
  /**
   * Aborts the attempt. If the message is already being sent, the function still waits a short time for the server's
   * response.
   */
  signal?: AbortSignal;
};

/** Sends a message to one recipient. Never throws: each failure is an outcome. */
export async function deliver(
  server: SmtpServer,
  { from, to, message }: { from: string; to: string; message: Buffer },
  { timeouts = SMTP_TIMEOUTS, signal }: Options = {},
): Promise<Delivery> {
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.tls === 'implicit',
    requireTLS: server.tls === 'starttls',
    ignoreTLS: server.tls === 'none',
    dnsTimeout: timeouts.connect,
    connectionTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.response,
    socketCloseTimeout: CLOSE_TIMEOUT,
    maxResponseSize: MAX_RESPONSE_BYTES,
  });
  let hasBegun = false;
  const body = new Readable({
    // The message is read only after the server has accepted the command DATA.
    read() {
      hasBegun = true;
      this.push(message);
      this.push(null);
    },
  });
  const ending = new AbortController();
  const ended = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason));
  });
  connection.on('error', (error) => ending.abort(error));
  const end = (reason: string) => ending.abort(new Error(reason));
  const timers = [setTimeout(end, timeouts.attempt, 'The attempt took too long')];
  const onAbort = () => {
    timers.push(setTimeout(end, hasBegun ? timeouts.stop : 0, 'This server was stopped'));
  };
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort);
  try {
    await Promise.race([ended, send(connection, server, { from, to, body })]);
    return { outcome: 'accepted' };
  } catch (error) {
    return classify(error, hasBegun);
  } finally {
    signal?.removeEventListener('abort', onAbort);
    for (const timer of timers) clearTimeout(timer);
    connection.close();
  }
}

async function send(
  connection: SMTPConnection,
  { login }: Pick<SmtpServer, 'login'>,
  { from, to, body }: { from: string; to: string; body: Readable },
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    connection.connect((error) => (error ? reject(error) : resolve()));
  });
  if (login) {
    if (!connection.allowsAuth) throw new Error('The mail server does not offer authentication');
    await new Promise<void>((resolve, reject) => {
      const credentials = { user: login.user, pass: login.password };
      connection.login({ credentials }, (error) => (error ? reject(error) : resolve()));
    });
  }
  await new Promise<void>((resolve, reject) => {
    connection.send({ from, to: [to] }, body, (error) => (error ? reject(error) : resolve()));
  });
  connection.quit();
}

function classify(error: unknown, hasBegun: boolean): Delivery {
  const { command, response, responseCode, permanent } = error as NodemailerError;
  const reason = reasonOf(response ?? error);
  if (hasBegun && responseCode === undefined) return { outcome: 'unknown', reason };
  const isOfMail =
    COMMANDS_OF_MAIL.includes(command ?? '') && responseCode !== AUTHENTICATION_REQUIRED;
  if (!permanent || !isOfMail) return { outcome: 'temporary', reason };
  const isOfRecipient = isRefusedRecipient({ command, response, responseCode });
  return { outcome: 'permanent', reason, isOfRecipient };
}

/**
 * Whether a refusal is about the recipient. Servers answer with the same reply codes if a quota of the board is used up, or
 * if they block its network, so the status code decides if there is one.
 */
function isRefusedRecipient({
  command,
  response,
  responseCode,
}: Pick<NodemailerError, 'command' | 'response' | 'responseCode'>): boolean {
  const [, status] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '') ?? [];
  // 5.1.7 and 5.1.8 are about the address of the sender.
  if (status) return REFUSED_RECIPIENT.test(status) && !/^5\.1\.[78]$/.test(status);
  return command === 'RCPT TO' && REFUSED_MAILBOX.includes(responseCode ?? 0);
}

/** Describes a failure in one line. It may contain the recipient's email address, so it is not logged. */
function reasonOf(failure: unknown): string {
  const message = failure instanceof Error ? failure.message : String(failure);
  const code = errorCode(failure);
  const text = code && !message.includes(code) ? `${message} (${code})` : message;
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, MAX_REASON_LENGTH);
}
