import type { Access } from '#shared/contract/endpoint.ts';
import type { Role } from '#shared/domain/roles.ts';

/** An authenticated client of the API. */
export type Caller = {
  /** The subject that the identity provider assigned, which is also the id of the caller's account. */
  id: string;
  /** The session at the embedded provider to which the access token belongs. */
  session?: string;
  /** The role in the accounts table, read for this request; undefined if the caller has no account. */
  role?: Role;
  /** The id of the company that a company admin administers. */
  company?: string;
};

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Identifies the caller and checks the caller's role. Returns undefined for a public endpoint.
     * @throws ProblemError 401 without a valid token, 403 without the role, 503 if the identity provider is unavailable
     */
    authorize(request: FastifyRequest, access: Access): Promise<Caller | undefined>;
  }
}
