import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '#server/db/client.ts';
import type { LiveSite } from '#server/platform/live-site.ts';
import { registrationResponse } from '#shared/contract/passkeys.ts';
import { MAX_PASSKEYS } from '#shared/limits.ts';
import { cookieAttributes, readCookie } from './cookies.ts';
import { describeDevice, UNKNOWN_DEVICE } from './device.ts';
import { additionOptions, addPasskey, type NotifyPasskey } from './passkey-ceremonies.ts';
import { listPasskeys } from './passkeys.ts';
import { passkeyPage, type SignInLook } from './proof-pages.ts';
import { type PendingSignIn, type SignInSession, sendPage } from './sign-in-session.ts';
import { findUser } from './users.ts';

type Options = {
  db: Database;
  session: SignInSession;
  look: SignInLook;
  party: LiveSite;
  notifyPasskey: NotifyPasskey;
  /** The name of the cookie that marks browsers in which a person has declined the offer. */
  declinedCookie: string;
};

/** A sign-in in which a person has proven an identity. */
type ProvenSignIn = PendingSignIn & { uid: string };

/** How long the offer is not repeated in a browser (seconds). */
const DECLINED_FOR = 365 * 24 * 60 * 60;

/** The offer to add a passkey, which is the last page of a sign-in with a code. */
export function passkeyOffer(options: Options) {
  const { db, session, look, party, notifyPasskey: notify, declinedCookie } = options;

  async function page({ uid, accountId = '' }: ProvenSignIn, error?: string) {
    const user = await findUser(db, accountId);
    const passkeys = await listPasskeys(db, accountId);
    if (!user || !passkeys || passkeys.length >= MAX_PASSKEYS) return undefined;
    return passkeyPage(look, {
      options: await additionOptions(db, party, { user, holder: uid }),
      error,
    });
  }

  return {
    /** Whether a person who has signed in with a code gets the offer: once per browser, and only without a passkey. */
    async isOpen(request: FastifyRequest, userId: string): Promise<boolean> {
      if (readCookie(request, declinedCookie)) return false;
      return (await listPasskeys(db, userId))?.length === 0;
    },

    async show(reply: FastifyReply, signIn: ProvenSignIn) {
      const html = await page(signIn);
      return html ? sendPage(reply, html) : reply.redirect(signIn.next, 303);
    },

    async accept(
      request: FastifyRequest,
      reply: FastifyReply,
      signIn: ProvenSignIn,
      response: unknown,
    ) {
      const { uid, accountId, next } = signIn;
      const user = accountId === undefined ? undefined : await findUser(db, accountId);
      if (!user) return session.refuseEnded(request, reply);
      const { data } = registrationResponse.safeParse(response);
      const name = describeDevice(request.headers['user-agent'] ?? '') || UNKNOWN_DEVICE;
      const added =
        data &&
        (await addPasskey(db, { party, notify }, { user, holder: uid, name, response: data }));
      if (added) return reply.redirect(next, 303);
      const html = await page(
        signIn,
        'The passkey was not added. Try again, or continue without one.',
      );
      if (!html) return reply.redirect(next, 303);
      return session.refuse(request, reply, 'invalid passkey', html);
    },

    decline(request: FastifyRequest, reply: FastifyReply, { accountId, next }: ProvenSignIn) {
      if (accountId === undefined) return session.refuseEnded(request, reply);
      const { origin } = party;
      reply.header(
        'set-cookie',
        `${declinedCookie}=1; max-age=${DECLINED_FOR}; ${cookieAttributes(origin)}`,
      );
      return reply.redirect(next, 303);
    },
  };
}
