import type { Access } from '#shared/contract/endpoint.ts';
import type { Role } from '#shared/domain/roles.ts';

/** An authenticated client of the API. */
export type Caller = {
  /** The identity provider's subject, and the id of the caller's account. */
  id: string;
  /** Read from the accounts table for this request; absent without an account. */
  role?: Role;
  /** The id of the company that a company admin administers. */
  company?: string;
};

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Identifies the caller and checks their role. Undefined for public endpoints.
     * @throws ProblemError 401 without a valid token, 403 without the role, 503 if the identity provider is unavailable
     */
    authorize(request: FastifyRequest, access: Access): Promise<Caller | undefined>;
  }
}
