import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { BoardSettings } from '#shared/domain/board-settings.ts';
import { SETUP_STEPS, type SetupStep } from '#shared/domain/setup.ts';
import { oneOf } from './schema.ts';

/**
 * The settings that site admins have changed, in one row. The audit trail records each of them, with its value before and
 * after.
 */
export const board_settings = pgTable(
  'board_settings',
  {
    id: text().primaryKey().default('board'),
    /** By name. Those that are missing have their default values. */
    values: jsonb().$type<Partial<BoardSettings>>().notNull().default({}),
    /** What the board still asks of its first site admin. */
    setup: text().$type<SetupStep>().notNull().default('questions'),
    version: integer().notNull().default(1),
    updated_at: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [
    check('board_settings_once', sql`${table.id} = 'board'`),
    check('board_settings_setup', sql`${table.setup} in ${oneOf(SETUP_STEPS)}`),
    check('board_settings_values', sql`jsonb_typeof(${table.values}) = 'object'`),
  ],
);
