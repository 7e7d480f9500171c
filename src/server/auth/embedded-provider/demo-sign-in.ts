import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { PageLook } from '#server/http/pages/plain-page.ts';
import { demoSignInPage } from './pages.ts';
import { personByEmail, signInEmail } from './people.ts';
import { SIGN_IN_PATH } from './provider.ts';
import { type PageHeaders, type SignInSession, sendPage } from './sign-in-session.ts';

type Options = { session: SignInSession; look: PageLook; helmet: PageHeaders };

/** The pages of the demo sign-in, which accepts any address without proof. */
export function demoSignIn(app: FastifyInstance, { session, look, helmet }: Options): void {
  const path = `${SIGN_IN_PATH}/:uid`;

  app.get(
    path,
    { helmet, config: { rateLimitName: 'session', slot: 'none' } },
    async (request, reply) => {
      const pending = await session.pending(request, reply);
      if (!pending) return session.refuseEnded(request, reply);
      return sendPage(reply, demoSignInPage(look, { email: pending.hint }));
    },
  );

  app.post(path, { helmet, config: { rateLimitName: 'signIn' } }, async (request, reply) => {
    if (!(await session.pending(request, reply))) return session.refuseEnded(request, reply);
    const { data: form } = z.object({ email: z.string() }).safeParse(request.body);
    const { data: email } = signInEmail.safeParse(form?.email);
    if (!email) {
      const page = demoSignInPage(look, { email: form?.email ?? '', isRejected: true });
      return session.refuse(request, reply, 'invalid address', page);
    }
    const next = await session.signIn(request, reply, personByEmail(email).id);
    return reply.redirect(next, 303);
  });
}
