import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Database } from '#server/db/client.ts';
import { identity_state } from '#server/db/identity-tables.ts';
import { errors } from './oidc-library.ts';

/**
 * Storage adapter: stores the provider's sessions, grants and codes in the database, so that they survive a restart and
 * all processes share them. https://github.com/panva/node-oidc-provider/blob/main/docs/README.md#adapter
 */
export class IdentityState implements Adapter {
  readonly #db: Database;
  readonly #kind: string;

  constructor(db: Database, kind: string) {
    this.#db = db;
    this.#kind = kind;
  }

  #row(id: string) {
    return and(eq(identity_state.kind, this.#kind), eq(identity_state.id, id));
  }

  /**
   * Stores an entry.
   * @param expiresIn seconds
   */
  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const values = {
      payload: { ...payload },
      grant_id: payload.grantId ?? null,
      uid: payload.uid ?? null,
      expires_at: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000),
    };
    await this.#db
      .insert(identity_state)
      .values({ kind: this.#kind, id, ...values })
      .onConflictDoUpdate({ target: [identity_state.kind, identity_state.id], set: values });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    // Ids come from cookies and parameters and may contain any character, but PostgreSQL rejects text with a null
    // character.
    if (id.includes('\0')) return undefined;
    return this.#read(this.#row(id));
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#read(and(eq(identity_state.kind, this.#kind), eq(identity_state.uid, uid)));
  }

  /** User codes belong to the device flow, which this provider does not offer. */
  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async #read(condition: ReturnType<typeof and>): Promise<AdapterPayload | undefined> {
    const [row] = await this.#db
      .select()
      .from(identity_state)
      .where(and(condition, sql`coalesce(${identity_state.expires_at} > now(), true)`));
    if (!row) return undefined;
    return {
      ...row.payload,
      ...(row.consumed_at && { consumed: Math.floor(row.consumed_at.getTime() / 1000) }),
    };
  }

  /** If a code is used several times at once, only one use succeeds. The library's own check is not atomic. */
  async consume(id: string): Promise<void> {
    const consumed = await this.#db
      .update(identity_state)
      .set({ consumed_at: new Date() })
      .where(and(this.#row(id), isNull(identity_state.consumed_at)))
      .returning({ id: identity_state.id });
    if (consumed.length === 0) throw new errors.InvalidGrant('already used');
  }

  async destroy(id: string): Promise<void> {
    if (id.includes('\0')) return;
    await this.#db.delete(identity_state).where(this.#row(id));
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#db
      .delete(identity_state)
      .where(and(eq(identity_state.kind, this.#kind), eq(identity_state.grant_id, grantId)));
  }
}

type IsValidSession = (session: { accountId: string; uid: string }) => Promise<boolean>;

/**
 * Stores sessions. A session that is no longer valid counts as missing, and the person signs in again. Sessions without
 * a user are always valid.
 */
export class SessionState extends IdentityState {
  readonly #isValid: IsValidSession;

  constructor(db: Database, isValid: IsValidSession) {
    super(db, 'Session');
    this.#isValid = isValid;
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    const session = await super.find(id);
    if (session?.accountId === undefined) return session;
    const { accountId, uid = '' } = session;
    return (await this.#isValid({ accountId, uid })) ? session : undefined;
  }
}
