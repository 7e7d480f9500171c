import { describeDevice } from '#server/auth/embedded-provider/device.ts';
import type { SessionRow } from '#server/auth/embedded-provider/sessions.ts';
import type { Caller } from '#server/http/api/caller.ts';
import type { Session } from '#shared/contract/sessions.ts';

export function presentSession(row: SessionRow, { session }: Caller): Session {
  return {
    id: row.id,
    device: describeDevice(row.user_agent),
    current: row.id === session,
    since: row.created_at.toISOString(),
    lastused: row.last_used_at.toISOString(),
  };
}
