import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { BoardSettings } from '#shared/domain/board-settings.ts';

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
    version: integer().notNull().default(1),
    updated_at: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [
    check('board_settings_once', sql`${table.id} = 'board'`),
    check('board_settings_values', sql`jsonb_typeof(${table.values}) = 'object'`),
  ],
);
