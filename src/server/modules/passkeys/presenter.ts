import type { PasskeyRow } from '#server/auth/embedded-provider/passkeys.ts';
import type { Passkey } from '#shared/contract/passkeys.ts';

export function presentPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    since: row.created_at.toISOString(),
    lastused: row.last_used_at?.toISOString() ?? null,
  };
}
