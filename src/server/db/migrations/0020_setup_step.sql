ALTER TABLE "board_settings" ADD COLUMN "setup" text DEFAULT 'questions' NOT NULL;--> statement-breakpoint
ALTER TABLE "board_settings" ADD CONSTRAINT "board_settings_setup" CHECK ("board_settings"."setup" in ('questions', 'checklist', 'done'));--> statement-breakpoint
-- A board that is in use already asks nothing.
INSERT INTO "board_settings" ("version", "setup")
SELECT 0, 'done' WHERE EXISTS (SELECT FROM "companies") OR EXISTS (SELECT FROM "accounts")
ON CONFLICT ("id") DO UPDATE SET "setup" = 'done';
