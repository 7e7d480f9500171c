import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type MailCatcher, type Reaction, startMailCatcher } from '#tests/support/mail-catcher.ts';
import { deliver, SMTP_TIMEOUTS } from './smtp.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function startCatcher(...given: Parameters<typeof startMailCatcher>): Promise<MailCatcher> {
  const catcher = await startMailCatcher(...given);
  closers.push(catcher.close);
  return catcher;
}

const MAIL = {
  from: 'jobs@board.example',
  to: 'ada@example.com',
  message: Buffer.from('Subject: Hello\r\n\r\n.A line that begins with a dot\r\n'),
};

const serverAt = (port: number) =>
  ({ host: '127.0.0.1', port, tls: 'none', login: undefined }) as const;

/** Time limits so short that an attempt ends soon. Tests check only the outcome of the attempt, not its duration. */
const SOON = { connect: 300, greeting: 300, response: 300, attempt: 60_000, stop: 300 };

test('a mail that the server accepts is sent', async () => {
  const catcher = await startCatcher();
  expect(await deliver(serverAt(catcher.port), MAIL)).toEqual({ outcome: 'accepted' });
  expect(catcher.mails.map(({ subject, text }) => [subject, text?.trim()])).toEqual([
    ['Hello', '.A line that begins with a dot'],
  ]);
});

test.each<[string, Reaction, string, string]>([
  ['refuses the recipient for good', { at: 'RCPT', code: 550 }, 'permanent', '550'],
  ['refuses the message for good', { at: 'DATA', code: 554 }, 'permanent', '554'],
  ['refuses the recipient for now', { at: 'RCPT', code: 450 }, 'temporary', '450'],
  ['refuses the message for now', { at: 'DATA', code: 421 }, 'temporary', '421'],
  ['requires authentication', { at: 'RCPT', code: 530 }, 'temporary', '530'],
  ['hangs before the message', { at: 'RCPT', hangs: true }, 'temporary', 'Timeout'],
  ['hangs after the message', { at: 'DATA', hangs: true }, 'unknown', 'Timeout'],
  ['closes before the message', { at: 'RCPT', closes: true }, 'temporary', 'closed'],
  ['closes after the message', { at: 'DATA', closes: true }, 'unknown', 'closed'],
])('a server that %s', async (_, reaction, outcome, reason) => {
  const catcher = await startCatcher();
  catcher.reactions.push(reaction);
  expect(await deliver(serverAt(catcher.port), MAIL, { timeouts: SOON })).toEqual({
    outcome,
    reason: expect.stringContaining(reason),
    ...(outcome === 'permanent' && { isOfRecipient: reaction.at === 'RCPT' }),
  });
});

test.each<[string, Reaction, boolean]>([
  ['the mailbox does not exist', { at: 'RCPT', code: 550, text: '5.1.1 No such user' }, true],
  ['the mailbox is disabled', { at: 'DATA', code: 554, text: '5.2.1 Mailbox disabled' }, true],
  ['the mailbox is closed, without a status code', { at: 'RCPT', code: 551 }, true],
  ['a quota is used up', { at: 'RCPT', code: 550, text: '5.4.5 Daily quota exceeded' }, false],
  ['the network is blocked', { at: 'RCPT', code: 554, text: '5.7.1 Network blocked' }, false],
  ['the network is blocked, with 550', { at: 'RCPT', code: 550, text: '5.7.1 Blocked' }, false],
  ['the mailbox is full', { at: 'RCPT', code: 552, text: '5.2.2 Mailbox full' }, false],
  ['the address of the sender is bad', { at: 'RCPT', code: 550, text: '5.1.8 Bad sender' }, false],
  ['the message is refused', { at: 'DATA', code: 550 }, false],
])('a refusal because %s is about the recipient or not', async (_, reaction, isOfRecipient) => {
  const catcher = await startCatcher();
  catcher.reactions.push(reaction);
  expect(await deliver(serverAt(catcher.port), MAIL)).toMatchObject({
    outcome: 'permanent',
    isOfRecipient,
  });
});

/** A server that writes bytes as soon as a client connects. */
async function startRawServer(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return (server.address() as AddressInfo).port;
}

test('a server that does not greet, greets without end, or speaks a different protocol counts as a temporary failure', async () => {
  const silent = await startRawServer(() => {});
  const endless = await startRawServer((socket) => {
    const chunk = Buffer.alloc(64 * 1024, '2');
    const write = (error?: Error | null) => {
      if (!error) socket.write(chunk, write);
    };
    write();
  });
  const http = await startRawServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  for (const port of [silent, endless, http]) {
    const outcome = await deliver(serverAt(port), MAIL, { timeouts: SOON });
    expect(outcome).toMatchObject({ outcome: 'temporary' });
  }
});

test('an attempt to send a mail ends even if the server sends a byte now and then', async () => {
  const port = await startRawServer((socket) => {
    const timer = setInterval(() => socket.write('2'), 20);
    socket.on('close', () => clearInterval(timer));
  });
  const timeouts = { ...SMTP_TIMEOUTS, attempt: 300 };
  expect(await deliver(serverAt(port), MAIL, { timeouts })).toEqual({
    outcome: 'temporary',
    reason: 'The attempt took too long',
  });
});

test('a port without a server counts as a temporary failure', async () => {
  const catcher = await startMailCatcher();
  await catcher.close();
  expect(await deliver(serverAt(catcher.port), MAIL)).toEqual({
    outcome: 'temporary',
    reason: expect.stringContaining('ECONNREFUSED'),
  });
});

test('without STARTTLS, or with a certificate that nobody trusts, neither a password nor a mail is sent', async () => {
  const passwords: unknown[] = [];
  const onAuth: NonNullable<Parameters<typeof startMailCatcher>[0]>['onAuth'] = (auth, _, done) => {
    passwords.push(auth.password);
    done(null, { user: auth.username });
  };
  const plain = await startCatcher({ onAuth });
  const untrusted = await startCatcher({ onAuth, disabledCommands: [] });
  const implicit = await startCatcher({ onAuth, secure: true });
  const login = { user: 'board', password: 'secret' };
  for (const [catcher, tls] of [
    [plain, 'starttls'],
    [untrusted, 'starttls'],
    [implicit, 'implicit'],
  ] as const) {
    const server = { ...serverAt(catcher.port), tls, login };
    const delivery = await deliver(server, MAIL, { timeouts: SOON });
    expect(delivery).toMatchObject({ outcome: 'temporary' });
    expect(JSON.stringify(delivery)).not.toContain('secret');
    expect(catcher.messages).toBe(0);
  }
  expect(passwords).toEqual([]);
});

test('the board authenticates if it has a password; a wrong password counts as a temporary failure', async () => {
  const catcher = await startCatcher({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth(auth, _, done) {
      if (auth.password === 'right') done(null, { user: auth.username });
      else done(new Error('wrong'));
    },
  });
  const server = serverAt(catcher.port);
  const withPassword = (password: string) =>
    deliver({ ...server, login: { user: 'board', password } }, MAIL);
  expect(await withPassword('right')).toEqual({ outcome: 'accepted' });
  expect(await withPassword('wrong')).toMatchObject({ outcome: 'temporary' });
  expect(await deliver(server, MAIL)).toMatchObject({ outcome: 'temporary' });
  expect(catcher.mails).toHaveLength(1);
});

test('an abort before the message is sent is a temporary failure; an abort while it is sent waits a short time for the response', async () => {
  const catcher = await startCatcher();
  const aborted = AbortSignal.abort();
  expect(await deliver(serverAt(catcher.port), MAIL, { signal: aborted })).toMatchObject({
    outcome: 'temporary',
  });
  catcher.reactions.push({ at: 'DATA', hangs: true });
  const stopping = new AbortController();
  const timeouts = { ...SMTP_TIMEOUTS, stop: 300 };
  const delivery = deliver(serverAt(catcher.port), MAIL, { timeouts, signal: stopping.signal });
  await expect.poll(() => catcher.messages).toBe(1);
  stopping.abort();
  expect(await delivery).toEqual({ outcome: 'unknown', reason: 'This server was stopped' });
});
