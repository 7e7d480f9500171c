import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** What the server does with a mail. It accepts the mail by default. */
export type Reaction =
  /** Refuses the recipient or the message, with a text after the code. */
  | { at: 'RCPT' | 'DATA'; code: number; text?: string }
  /** Never responds to the command, or to the message. */
  | { at: 'RCPT' | 'DATA'; hangs: true }
  /** Accepts the message after this promise. */
  | { at: 'DATA'; after: Promise<unknown> }
  /**
   * Closes the connection instead of responding. `accepts`: the server stores the message before it closes the
   * connection.
   */
  | { at: 'RCPT' | 'DATA'; closes: true; accepts?: boolean };

export type MailCatcher = {
  port: number;
  /** The value of SMTP_URL. */
  url: string;
  /** The mails that the server has accepted. */
  mails: ParsedMail[];
  /** What the server does with the next mails, in order. */
  reactions: Reaction[];
  /** The number of messages that have arrived completely, accepted or not. */
  messages: number;
  close(): Promise<void>;
};

/** Starts a mail server that accepts every mail and sends none. */
export async function startMailCatcher(options: SMTPServerOptions = {}): Promise<MailCatcher> {
  const catcher: MailCatcher = {
    port: 0,
    url: '',
    mails: [],
    reactions: [],
    messages: 0,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  /** The reactions to the mails of concurrent sessions, by the ids of the sessions. */
  const reactions = new Map<string, Reaction | undefined>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    // Do not wait for connections that hang.
    closeTimeout: 1,
    ...options,
    onRcptTo(_, session, callback) {
      reactions.set(session.id, catcher.reactions.shift());
      react('RCPT', session.id, callback);
    },
    async onData(stream, session, callback) {
      try {
        const parsed = await simpleParser(stream);
        catcher.messages += 1;
        const reaction = reactions.get(session.id);
        if (reaction && 'after' in reaction) await reaction.after;
        const stores =
          !reaction || 'after' in reaction || ('closes' in reaction && reaction.accepts);
        if (stores) catcher.mails.push(parsed);
        react('DATA', session.id, callback);
      } catch (error) {
        callback(error instanceof Error ? error : new Error(String(error)));
      }
    },
  });
  function react(at: Reaction['at'], id: string, callback: (error?: Error | null) => void): void {
    const reaction = reactions.get(id);
    if (reaction?.at !== at || 'after' in reaction) callback();
    else if ('code' in reaction) {
      callback(
        Object.assign(new Error(reaction.text ?? 'refused'), { responseCode: reaction.code }),
      );
    } else if ('closes' in reaction) {
      for (const connection of server.connections) {
        if (connection.id === id) connection.close();
      }
    }
  }
  // A killed client closes its connection during a response. Ignore that error.
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  catcher.port = (server.server.address() as AddressInfo).port;
  catcher.url = `smtp://127.0.0.1:${catcher.port}`;
  return catcher;
}
