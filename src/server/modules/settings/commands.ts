import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';
import { audit_events } from '#server/db/schema.ts';
import { board_settings } from '#server/db/setting-tables.ts';
import { ACTORS } from '#server/db/with-actor.ts';
import { requireVersion } from '#server/http/api/etag.ts';
import { badInput } from '#server/http/api/problem.ts';
import { isKnownTimeZone } from '#server/modules/facts/queries.ts';
import { touchUploads } from '#server/modules/uploads/commands.ts';
import {
  type BoardSettings,
  DEFAULT_SETTINGS,
  isSameSetting,
  PICTURE_SETTINGS,
  SETTING_NAMES,
  type SettingName,
} from '#shared/domain/board-settings.ts';
import { SETUP_STEPS, type SetupStep } from '#shared/domain/setup.ts';
import { acceptable, lockSettings, readSettingsRow, type SettingsRow } from './queries.ts';

/** The key under which the audit trail names the settings. */
export const SETTINGS_ID = 'board';

type Change = {
  /** The id of an account, or one of `ACTORS`. */
  actor: string;
  /** The new values. Settings that are missing stay the same. */
  values: Partial<BoardSettings>;
  ifMatch?: string | undefined;
};

/**
 * Changes settings, and records each changed one in the audit trail. Values that are the default are not stored, so that the
 * board follows a later version of the software.
 * @throws ProblemError 400 at a logo or an icon that is a missing upload, or at an unknown time zone, 412 if the settings have changed since
 */
export async function changeSettings(
  tx: Database,
  { actor, values, ifMatch }: Change,
): Promise<SettingsRow> {
  const stored = await lockSettings(tx);
  requireVersion(ifMatch, stored.version);
  const merged = { ...stored.values, ...values };
  const next = pick(
    merged,
    SETTING_NAMES.filter(
      (name) => merged[name] !== undefined && !isSameSetting(merged[name], DEFAULT_SETTINGS[name]),
    ),
  );
  const changed = SETTING_NAMES.filter((name) => !isSameSetting(next[name], stored.values[name]));
  if (changed.length === 0) return stored;
  await takePictures(tx, stored.values, next);
  if (changed.includes('timezone')) await requireTimeZone(tx, next.timezone);
  const version = stored.version + 1;
  // Who changes a setting needs no questions about settings.
  const setup = stored.setup === 'questions' ? 'checklist' : stored.setup;
  await tx.update(board_settings).set({ values: next, version, setup, updated_at: sql`now()` });
  await tx.insert(audit_events).values({
    actor,
    kind: 'settings',
    thing_id: SETTINGS_ID,
    action: 'update',
    before: pick({ ...DEFAULT_SETTINGS, ...stored.values }, changed),
    after: pick({ ...DEFAULT_SETTINGS, ...next }, changed),
  });
  return { values: next, version, setup };
}

/** Ends a step of the setup. Does nothing if the board has left the step. */
export async function advanceSetup(tx: Database, step: SetupStep): Promise<void> {
  const { setup } = await lockSettings(tx);
  if (SETUP_STEPS.indexOf(step) > SETUP_STEPS.indexOf(setup)) {
    await tx.update(board_settings).set({ setup: step });
  }
}

/** A setting with its values before and after a change. */
export type SettingChange = { name: SettingName; before: unknown; after: unknown };

/** Sets all settings on behalf of a command. */
export async function replaceSettings(tx: Database, settings: BoardSettings): Promise<void> {
  await changeSettings(tx, { actor: ACTORS.settings, values: settings });
}

/** Compares settings with those of the board. */
export async function findSettingChanges(
  db: Database,
  settings: BoardSettings,
): Promise<SettingChange[]> {
  const { values } = await readSettingsRow(db);
  const stored = { ...DEFAULT_SETTINGS, ...values, ...acceptable(values) };
  return SETTING_NAMES.filter((name) => !isSameSetting(stored[name], settings[name])).map(
    (name) => ({ name, before: stored[name], after: settings[name] }),
  );
}

async function requireTimeZone(tx: Database, zone = DEFAULT_SETTINGS.timezone): Promise<void> {
  if (await isKnownTimeZone(tx, zone)) return;
  const message = `must be a time zone that PostgreSQL knows; it does not know ${zone}`;
  throw badInput([{ path: 'timezone', message }]);
}

/** Checks new logos and icons. Former ones are removed later, so that the change can be undone for a day. */
async function takePictures(
  tx: Database,
  former: Partial<BoardSettings>,
  next: Partial<BoardSettings>,
): Promise<void> {
  const changed = PICTURE_SETTINGS.filter((name) => next[name] !== former[name]);
  const missing = await touchUploads(
    tx,
    changed.flatMap((name) => [former[name] ?? '', next[name] ?? '']),
  );
  const refused = changed.filter((name) => missing.includes(next[name] ?? ''));
  if (refused.length === 0) return;
  const message = 'must be a picture that was uploaded here; upload it again';
  throw badInput(refused.map((path) => ({ path, message })));
}

function pick(
  settings: Partial<BoardSettings>,
  names: (keyof BoardSettings)[],
): Partial<BoardSettings> {
  return Object.fromEntries(names.map((name) => [name, settings[name]]));
}
