import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Database } from '#server/db/client.ts';
import { clientNetwork } from '#server/http/rate-limits/client-network.ts';
import type { MailDelay } from '#server/mail/pause.ts';
import { mailAddress } from '#server/platform/config/mail-settings.ts';
import type { UpstreamSettings } from '#server/platform/config/upstream-settings.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import { normalizeEmail } from '../normalize-email.ts';
import { findOpenCode, redeemCode, requestCode, type SendCode } from './codes.ts';
import { type FinishOptions, finishSignIn } from './finish-sign-in.ts';
import type { IdentityKey } from './keys.ts';
import { type NotifyPasskey, signInByPasskey, signInOptions } from './passkey-ceremonies.ts';
import { passkeyOffer } from './passkey-offer.ts';
import { nameFrom } from './people.ts';
import { codePage, emailPage, type SignInLook } from './proof-pages.ts';
import { SIGN_IN_PATH } from './provider.ts';
import { type PageHeaders, requireOwnForm, sendPage } from './sign-in-session.ts';
import { failureAlert, providerLinks } from './upstream/provider-links.ts';
import { EMAIL_ISSUER, findOrCreateUser, type ProvenIdentity } from './users.ts';

/** Whether people get the codes that they request. */
export type SignInMail = {
  /** Whether the board has a mail server. Without one, people sign in with a passkey or at another provider. */
  canSend: boolean;
  /** Finds why codes arrive late, if they do. */
  findDelay: () => Promise<MailDelay>;
};

type Options = FinishOptions & {
  db: Database;
  keys: () => Promise<readonly IdentityKey[]>;
  look: SignInLook;
  helmet: PageHeaders;
  party: LiveSite;
  /** The name of the cookie that marks browsers in which a person has declined a passkey. */
  declinedCookie: string;
  sendCode: SendCode;
  mail: SignInMail;
  notifyPasskey: NotifyPasskey;
  /** The factor of the limit of codes per network; 0 disables the limit. */
  rateLimitScale: number;
  /** The other providers at which people may sign in. */
  upstream: readonly UpstreamSettings[];
};

/** An address that the board can send mail to, normalized. */
const emailAddress = z.string().trim().pipe(mailAddress).transform(normalizeEmail);

const base64url = z.string().max(2_000);

/**
 * The response of a browser that has signed in with a passkey.
 * https://www.w3.org/TR/webauthn-3/#dictdef-authenticationresponsejson
 */
const passkeyResponse = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
  }),
});

const form = z.discriminatedUnion('action', [
  z.object({ action: z.literal('email'), email: z.string() }),
  z.object({
    action: z.literal('code'),
    code: z.string().max(100),
    passkeys: z.string().optional(),
  }),
  z.object({ action: z.literal('resend') }),
  z.object({ action: z.literal('passkey'), response: z.string() }),
  z.object({ action: z.literal('add-passkey'), response: z.string() }),
  z.object({ action: z.literal('skip') }),
]);

const LIMITED = 'Too many codes were requested. Try again later, or use another address.';
const NO_MAIL = 'This site cannot send mail at present, so it cannot send you a code.';
const UNUSABLE = 'This code is no longer valid. Send a new one.';
const WRONG_PASSKEY = 'This passkey was not accepted. Try again, or use your email.';

type Params = { Params: { uid: string } };

/**
 * The pages of the sign-in in which people prove who they are. A person uses a passkey, or enters an address and then
 * the code that was sent to it. Each step redirects, so that a reload repeats nothing. The server finds the step in the
 * database, so any process may continue.
 */
export function provenSignIn(app: FastifyInstance, options: Options): void {
  const { db, session, look, helmet, party } = options;
  const path = `${SIGN_IN_PATH}/:uid`;
  const offer = passkeyOffer(options);

  app.get<Params & { Querystring: Record<string, unknown> }>(
    path,
    { helmet, config: { rateLimitName: 'session', slot: 'none' } },
    async (request, reply) => {
      const pending = await session.pending(request, reply);
      if (!pending) return session.refuseEnded(request, reply);
      const { uid } = request.params;
      if (pending.accountId) return offer.show(reply, { ...pending, uid });
      const code = request.query.step === 'email' ? undefined : await findOpenCode(db, uid);
      if (!code) {
        const alert = failureAlert(options.upstream, request.query.failed);
        return sendPage(reply, await firstPage(uid, { alert, email: pending.hint }));
      }
      const { email, isUsable } = code;
      return sendPage(reply, await secondPage(email, isUsable ? undefined : UNUSABLE));
    },
  );

  app.post<Params>(
    path,
    { helmet, config: { rateLimitName: 'signIn' } },
    async (request, reply) => {
      requireOwnForm(request, party.origin);
      const pending = await session.pending(request, reply);
      if (!pending) return session.refuseEnded(request, reply);
      const { uid } = request.params;
      const { data } = form.safeParse(request.body);
      switch (data?.action) {
        case 'code':
          return enterCode(request, reply, uid, data);
        case 'resend':
          return resendCode(request, reply, uid);
        case 'passkey':
          return signInWithPasskey(request, reply, uid, data.response);
        case 'add-passkey':
          return offer.accept(request, reply, { ...pending, uid }, parseJson(data.response));
        case 'skip':
          return offer.decline(request, reply, { ...pending, uid });
        default:
          return enterEmail(request, reply, uid, data?.email ?? '');
      }
    },
  );

  const pageOf = (uid: string) => `${SIGN_IN_PATH}/${encodeURIComponent(uid)}`;

  async function firstPage(
    uid: string,
    content: { email?: string; error?: string; alert?: string | undefined },
  ) {
    const passkeyOptions = await signInOptions(db, party, uid);
    const below = providerLinks(options.upstream, uid);
    const { canSend } = options.mail;
    return emailPage(look, { ...content, hasCodes: canSend, passkeyOptions, below });
  }

  const secondPage = async (email: string, error: string | undefined) =>
    codePage(look, { email, error, delay: await options.mail.findDelay() });

  async function enterEmail(
    request: FastifyRequest,
    reply: FastifyReply,
    uid: string,
    typed: string,
  ) {
    if (!options.mail.canSend) {
      const page = await firstPage(uid, { alert: NO_MAIL });
      return session.refuse(request, reply, 'no mail server', page, 503);
    }
    const { data: email } = emailAddress.safeParse(typed);
    if (email) return sendCode(request, reply, uid, email);
    const error = 'Enter an email address, such as name@example.com.';
    const page = await firstPage(uid, { email: typed, error });
    return session.refuse(request, reply, 'invalid address', page);
  }

  async function sendCode(
    request: FastifyRequest,
    reply: FastifyReply,
    uid: string,
    email: string,
  ) {
    const isSent = await requestCode(
      db,
      { interaction: uid, email, network: clientNetwork(request) },
      { keys: await options.keys(), scale: options.rateLimitScale, send: options.sendCode },
    );
    if (isSent) return reply.redirect(pageOf(uid), 303);
    const page = await firstPage(uid, { email, error: LIMITED });
    return session.refuse(request, reply, 'too many codes', page, 429);
  }

  async function resendCode(request: FastifyRequest, reply: FastifyReply, uid: string) {
    const { email } = (await findOpenCode(db, uid)) ?? {};
    return email ? sendCode(request, reply, uid, email) : reply.redirect(pageOf(uid), 303);
  }

  async function enterCode(
    request: FastifyRequest,
    reply: FastifyReply,
    uid: string,
    { code, passkeys }: { code: string; passkeys?: string | undefined },
  ) {
    const open = await findOpenCode(db, uid);
    const result = await redeemCode(db, { interaction: uid, code }, await options.keys());
    if ('email' in result) {
      const userId = await findOrCreateUser(db, ofEmail(result.email));
      const next = await finishSignIn(request, reply, userId, options);
      const isOffered = passkeys === 'yes' && (await offer.isOpen(request, userId));
      return reply.redirect(isOffered ? pageOf(uid) : next, 303);
    }
    if (!open) return reply.redirect(pageOf(uid), 303);
    const { triesLeft } = result;
    const error =
      triesLeft > 0
        ? `This code is wrong. You have ${triesLeft} ${triesLeft === 1 ? 'try' : 'tries'} left.`
        : UNUSABLE;
    return session.refuse(request, reply, 'wrong code', await secondPage(open.email, error));
  }

  async function signInWithPasskey(
    request: FastifyRequest,
    reply: FastifyReply,
    uid: string,
    json: string,
  ) {
    const { data: response } = passkeyResponse.safeParse(parseJson(json));
    const userId = response && (await signInByPasskey(db, party, { interaction: uid, response }));
    if (userId === undefined) {
      const page = await firstPage(uid, { alert: WRONG_PASSKEY });
      return session.refuse(request, reply, 'wrong passkey', page);
    }
    return reply.redirect(await finishSignIn(request, reply, userId, options), 303);
  }
}

function ofEmail(email: string): ProvenIdentity {
  return { issuer: EMAIL_ISSUER, subject: email, verifiedEmail: email, name: nameFrom(email) };
}

/** Returns undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
