import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SignInSession } from './sign-in-session.ts';

export type FinishOptions = {
  session: SignInSession;
  /** Called with each user who has proven an identity, before the sign-in is finished. */
  onProven: (request: FastifyRequest, reply: FastifyReply, userId: string) => Promise<void>;
};

/** Signs in a user who has proven an identity. Returns the URL at which the sign-in continues. */
export async function finishSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string,
  { session, onProven }: FinishOptions,
): Promise<string> {
  await onProven(request, reply, userId);
  return session.signIn(request, reply, userId);
}
