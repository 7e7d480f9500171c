import type { Database } from '#server/db/client.ts';
import { board_settings } from '#server/db/setting-tables.ts';
import { boardLook } from '#server/http/pages/board-look.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { StyledSite } from '#server/platform/live-site.ts';
import { boardSettings } from '#shared/contract/board-settings.ts';
import { type BoardSettings, DEFAULT_SETTINGS } from '#shared/domain/board-settings.ts';

export type SettingsRow = Pick<typeof board_settings.$inferSelect, 'values' | 'version' | 'setup'>;

const UNCHANGED: SettingsRow = { values: {}, version: 0, setup: 'questions' };

export async function readSettingsRow(db: Database): Promise<SettingsRow> {
  const [row] = await db.select().from(board_settings);
  return row ?? UNCHANGED;
}

/** Locks the settings, whose row is added if nobody has changed any. */
export async function lockSettings(tx: Database): Promise<SettingsRow> {
  await tx.insert(board_settings).values({ version: 0 }).onConflictDoNothing();
  const [row] = await tx.select().from(board_settings).for('update');
  return row ?? UNCHANGED;
}

/**
 * The settings as they take effect. Those in the environment (`fixed`) win over stored ones. A stored value that this version
 * does not accept, such as one that a newer version has stored, counts as missing.
 */
export function effectiveSettings(
  stored: SettingsRow['values'],
  fixed: Partial<BoardSettings>,
): BoardSettings {
  return { ...DEFAULT_SETTINGS, ...acceptable(stored), ...fixed };
}

/** The stored values that this version accepts. */
export function acceptable(stored: Record<string, unknown>): Partial<BoardSettings> {
  const read = boardSettings.partial().safeParse(stored);
  if (read.success) return withoutUndefined(read.data);
  const refused = new Set(read.error.issues.map(({ path: [name] }) => name));
  const entries = Object.entries(stored).filter(([name]) => !refused.has(name));
  return withoutUndefined(boardSettings.partial().parse(Object.fromEntries(entries)));
}

/** Removes settings without a value, which would hide their defaults. */
export function withoutUndefined(
  settings: {
    [Name in keyof BoardSettings]?: BoardSettings[Name] | undefined;
  },
): Partial<BoardSettings> {
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined),
  ) as Partial<BoardSettings>;
}

/** Reads the time zone of the board. */
export async function readTimeZone(
  db: Database,
  { fixedSettings }: Pick<Config, 'fixedSettings'>,
): Promise<string> {
  return effectiveSettings((await readSettingsRow(db)).values, fixedSettings).timezone;
}

/** Reads the current name and look of the board, for a command or a process that does not follow the settings. */
export async function readSite(
  db: Database,
  { fixedSettings, publicUrl }: Pick<Config, 'fixedSettings' | 'publicUrl'>,
): Promise<StyledSite> {
  const { values } = await readSettingsRow(db);
  const settings = effectiveSettings(values, fixedSettings);
  const { name, contact, accent } = settings;
  return { origin: publicUrl, name, contact, accent, look: boardLook(settings) };
}
